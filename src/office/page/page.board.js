/*
 * The board of the office's page, drawn as SVG: files a-i from Red's left, ranks 0-9 from Red's
 * side, Red at the bottom; a move, and the pieces that it attacks.
 */
'use strict';

const GLYPHS = {K: '帅', A: '仕', B: '相', N: '马', R: '车', C: '炮', P: '兵', k: '将', a: '士', b: '象', n: '马', r: '车', c: '炮', p: '卒'};
const SVG = 'http://www.w3.org/2000/svg';

function svg(name, attributes, content) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (content) made.textContent = content;
  return made;
}

const at = square => [(square.charCodeAt(0) - 97) * 10 + 10, (9 - Number(square[1])) * 10 + 10];

function pieces(fen) {
  const list = [];
  fen.split(' ')[0].split('/').forEach((line, index) => {
    let file = 0;
    for (const letter of line) {
      if (letter >= '1' && letter <= '9') file += Number(letter);
      else list.push({letter, square: 'abcdefghi'[file++] + (9 - index)});
    }
  });
  return list;
}

function board(fen, move, targets) {
  const made = svg('svg', {viewBox: '0 0 100 110', class: 'board', role: 'img'});
  const line = (x1, y1, x2, y2) => made.append(svg('line', {x1, y1, x2, y2, stroke: '#5a4426', 'stroke-width': .4}));
  for (let rank = 0; rank < 10; rank++) line(10, 10 + rank * 10, 90, 10 + rank * 10);
  for (let file = 0; file < 9; file++) {
    const x = 10 + file * 10;
    if (file === 0 || file === 8) line(x, 10, x, 100);
    else { line(x, 10, x, 50); line(x, 60, x, 100); }
  }
  line(40, 10, 60, 30); line(60, 10, 40, 30); line(40, 80, 60, 100); line(60, 80, 40, 100);
  'abcdefghi'.split('').forEach((name, file) => made.append(svg('text', {x: 10 + file * 10, y: 108.5, 'font-size': 3.5, 'text-anchor': 'middle', fill: '#5a4426'}, name)));
  for (let rank = 0; rank < 10; rank++) made.append(svg('text', {x: 3, y: 101.3 - rank * 10, 'font-size': 3.5, 'text-anchor': 'middle', fill: '#5a4426'}, String(rank)));
  for (const target of targets || []) {
    const [x, y] = at(target);
    made.append(svg('circle', {cx: x, cy: y, r: 5.2, fill: 'none', stroke: '#a8231a', 'stroke-width': .9}));
  }
  for (const {letter, square} of pieces(fen)) {
    const [x, y] = at(square);
    const colour = letter < 'a' ? '#a8231a' : '#1d1a16';
    made.append(svg('circle', {cx: x, cy: y, r: 4.4, fill: '#fdf6e3', stroke: colour, 'stroke-width': .6}));
    made.append(svg('text', {x, y: y + 2, 'font-size': 5.6, 'text-anchor': 'middle', fill: colour}, GLYPHS[letter] || letter));
  }
  if (move) {
    const [x1, y1] = at(move.slice(0, 2));
    const [x2, y2] = at(move.slice(2, 4));
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [ex, ey] = [x2 - ux * 4.6, y2 - uy * 4.6];
    made.append(svg('line', {x1, y1, x2: ex - ux * 2, y2: ey - uy * 2, stroke: '#1f5f8b', 'stroke-width': 1.1, opacity: .75}));
    made.append(svg('polygon', {points: [[ex, ey], [ex - ux * 3 - uy * 1.6, ey - uy * 3 + ux * 1.6], [ex - ux * 3 + uy * 1.6, ey - uy * 3 - ux * 1.6]]
      .map(point => point.join(',')).join(' '), fill: '#1f5f8b', opacity: .85}));
  }
  return made;
}
