/*
 * The office's page. Everything that came from outside goes into the page as text, never as markup;
 * the only markup taken is the office's own QR code, which holds no text.
 */
'use strict';

const $ = id => document.getElementById(id);
let T = {};             // texts of the language
let hall = null;        // what /api/2/hall said last
let tab = 'hall';
let round = 0;          // 0: all
let filter = '';
let onlyOpen = false;
let sheet = null;       // the ruling that is open
let ply = 0;            // the position of it that is shown
let events = null;
let loading = false;
let again = false;
let lang = localStorage.getItem('qili-lang') === 'en' ? 'en' : 'zh';

// Elements. A child that is no element is text.
function el(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) made.append(child);
  }
  return made;
}

function text(key, value) {
  return (T[key] || key).replace('{1}', value === undefined ? '' : value);
}

function show(parent, ...children) {
  parent.replaceChildren(...children.flat().filter(child => child));
}

const time = ms => ms ? new Date(ms).toLocaleString(lang === 'zh' ? 'zh-CN' : 'en-GB', {hour12: false}) : '';
const here = both => both ? both[lang] || both.zh : '';
const outcome = code => text('outcome-' + code);
const isChief = () => hall && hall.person.role !== 'table-arbiter';

// Asking.
class Refused extends Error {
  constructor(status, answer) {
    const reason = answer && answer.refused ? answer.refused[lang] +
      (answer.refused.detail ? ' (' + answer.refused.detail + ')' : '') : String(status);
    super(reason);
    this.status = status;
  }
}

async function ask(method, path, body) {
  const headers = {'X-Qili': '1'};
  const reply = await fetch(path, {method, headers, credentials: 'same-origin',
    body: body === undefined ? undefined : typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body)});
  let answer = null;
  try { answer = await reply.json(); } catch (error) { answer = null; }
  if (!reply.ok) throw new Refused(reply.status, answer);
  return answer;
}

function tell(message, wrong) {
  const note = el('div', {class: wrong ? 'message wrong' : 'message', role: 'alert'}, message);
  $('main').prepend(note);
  if (sheet) $('sheet').prepend(note.cloneNode(true));
}

async function attempt(action) {
  try { return await action(); } catch (error) {
    if (error.status === 401) { showLogin(); return null; }
    tell(text('failed', error.message), true);
    return null;
  }
}

// Tables.
function table(heads, rows) {
  if (rows.length === 0) return el('p', {class: 'dim'}, text('nothing'));
  return el('div', {class: 'scroll'}, el('table', {},
    el('thead', {}, el('tr', {}, heads.map(head => el('th', {}, head)))), el('tbody', {}, rows)));
}

function row(cells, attributes) {
  return el('tr', attributes || {}, cells.map(cell => cell instanceof Node && cell.nodeName === 'TD' ? cell : el('td', {}, cell)));
}

function matches(...values) {
  const wanted = filter.trim().toLowerCase();
  return wanted === '' || values.some(value => String(value || '').toLowerCase().includes(wanted));
}

function tools(...more) {
  const rounds = [...new Set(hall.games.map(game => game.round))].sort((a, b) => a - b);
  return el('div', {class: 'tools'},
    el('label', {}, text('round') + ' ', el('select', {id: 'round', onchange: event => { round = Number(event.target.value); draw(); }},
      el('option', {value: 0}, text('all')),
      rounds.map(number => el('option', {value: number, selected: number === round}, number)))),
    el('input', {type: 'search', id: 'filter', placeholder: text('filter'), value: filter,
      oninput: event => { filter = event.target.value; drawBody(); }}), more);
}

const inRound = game => round === 0 || Number(game.split('.')[0]) === round;

// The hall.
function player(who) {
  if (!who) return el('span', {class: 'dim'}, text('bye'));
  return el('span', {}, who.name, who.team ? el('span', {class: 'dim'}, ' ' + who.team) : null);
}

function state(game) {
  if (game.order) return el('span', {class: 'alarm'}, text('order-open', text(game.order.side)));
  if (game.result) return el('span', {}, text('result-' + game.result.outcome) + ' ' + game.result.marks.join(':'),
    el('span', {class: 'dim'}, ' ' + here(game.result.reason)));
  if (game.due) return el('span', {class: 'alarm'}, text('due', text('result-' + game.due.outcome)) + ' ' + game.due.articles);
  return text('playing');
}

function fouls(game, side) {
  return game.fouls[side] + (game.minutes[side] ? ' (+' + game.minutes[side] + '′)' : '');
}

function drawHall() {
  const games = hall.games.filter(game => inRound(game.game) && matches(game.game, game.red && game.red.name,
    game.red && game.red.team, game.black && game.black.name, game.black && game.black.team));
  const orders = hall.games.filter(game => game.order);
  return [
    orders.length ? el('h2', {}, text('orders')) : null,
    orders.length ? table([text('game'), text('state'), text('time')], orders.map(game => row([game.game,
      text('order-open', text(game.order.side)), time(game.order.time_ms)],
      {class: 'open link', onclick: () => open(game.order.id)}))) : null,
    hall.games.length === 0 ? el('p', {class: 'dim'}, text('no-games')) :
      table([text('table'), text('red'), text('black'), text('fouls'), text('state'), text('rulings')],
        games.map(game => row([game.game, player(game.red), player(game.black), fouls(game, 0) + ' : ' + fouls(game, 1),
          state(game), game.rulings || ''], {class: game.order ? 'open' : null, 'data-game': game.game}))),
  ];
}

// Rulings.
function decision(ruling) {
  if (ruling.decision) return text(ruling.decision.kind) + ' · ' + ruling.decision.by;
  return ruling.corrects ? text('replaces') : el('span', {class: 'alarm'}, text('undecided-yet'));
}

function drawRulings() {
  const games = Object.fromEntries(hall.games.map(game => [game.game, game]));
  const names = ruling => {
    const game = games[ruling.game] || {};
    return [game.red && game.red.name, game.red && game.red.team, game.black && game.black.name, game.black && game.black.team];
  };
  const rulings = hall.rulings.filter(ruling => inRound(ruling.game) && (!onlyOpen || (!ruling.decision && !ruling.corrects)) &&
    matches(ruling.game, ruling.arbiter, ruling.arbiter_name, ...names(ruling)));
  const heads = [text('time'), text('game'), text('arbiter'), text('tool-says'), text('arbiter-ruled'), text('decision')];
  return [
    el('label', {class: 'tools'}, el('input', {type: 'checkbox', checked: onlyOpen, onchange: event => { onlyOpen = event.target.checked; drawBody(); }}),
      text('only-open')),
    hall.rulings.length === 0 ? el('p', {class: 'dim'}, text('no-rulings')) :
      table(heads, rulings.map(ruling => row([time(ruling.time_ms), ruling.game, ruling.arbiter_name, outcome(ruling.tool),
        outcome(ruling.outcome) + (ruling.articles ? ' (' + ruling.articles + ')' : ''), decision(ruling)],
        {class: 'link' + (ruling.in_force ? '' : ' gone'), 'data-ruling': ruling.id, tabindex: 0, onclick: () => open(ruling.id),
          onkeydown: event => { if (event.key === 'Enter') open(ruling.id); }}))),
  ];
}

// Fouls and penalties.
function standing(list, head) {
  const heads = [text('key'), text(head), text('games'), text('points'), text('fouls'), ...hall.penalties.map(here)];
  return table(heads, list.filter(one => matches(one.key, one.name, one.team)).map(one => row([one.key,
    one.name + (one.team ? ' · ' + one.team : ''), one.games, one.half_points / 2, one.fouls, ...one.penalties])));
}

function drawMarks() {
  const marks = hall.marks.filter(mark => (mark.game === '' ? round === 0 : inRound(mark.game)) && matches(mark.game, mark.who, mark.by, here(mark)));
  return [
    el('h2', {}, text('players')), standing(hall.players, 'player'),
    el('h2', {}, text('teams')), standing(hall.teams, 'team'),
    el('h2', {}, text('tab-marks')),
    table([text('time'), text('game'), text('what'), text('arbiter')], marks.map(mark => row([time(mark.time_ms), mark.game,
      (mark.side ? text(mark.side) + ' ' : mark.who + ' ') + here(mark) + (mark.minutes ? ' +' + mark.minutes + '′' : '') +
      (mark.in_force ? '' : ' · ' + text('withdrawn')), mark.by], {class: mark.in_force ? null : 'gone'}))),
  ];
}

// Devices and people.
async function invite() {
  const made = await attempt(() => ask('POST', '/api/2/invite', {}));
  if (!made) return;
  const code = el('div', {});
  code.innerHTML = made.qr; // the office's own drawing
  show($('invitation'), el('div', {class: 'message'}, el('p', {}, text('invite-help', made.minutes)), code,
    el('p', {}, el('code', {id: 'spoken'}, made.spoken))));
}

async function addPerson() {
  const made = await attempt(() => ask('POST', '/api/2/person',
    {key: $('person-key').value.trim(), name: $('person-name').value.trim(), role: $('person-role').value}));
  if (!made) return;
  show($('person-link'), el('div', {class: 'message'}, el('p', {}, text('person-link')),
    el('code', {}, location.origin + '/#token=' + made.token)));
}

function drawDevices() {
  const chief = isChief();
  const revoke = device => { if (confirm(text('revoke-sure', device.name))) attempt(() => ask('POST', '/api/2/revoke', {device: device.device})); };
  const remove = person => { if (confirm(text('remove-sure', person.name))) attempt(() => ask('POST', '/api/2/person/remove', {key: person.key})); };
  return [
    el('h2', {}, text('device')),
    table([text('name'), text('sequence'), text('contact'), ''], hall.devices.map(device => row([
      el('span', {title: device.device}, device.name, device.revoked ? el('span', {class: 'alarm'}, ' ' + text('revoked')) : null),
      device.sequence, time(device.contact_ms),
      chief && !device.revoked ? el('button', {class: 'danger', onclick: () => revoke(device)}, text('revoke')) : ''],
      {class: device.revoked ? 'gone' : null}))),
    chief ? el('p', {}, el('button', {class: 'main', id: 'invite', onclick: invite}, text('invite'))) : null,
    el('div', {id: 'invitation'}),
    el('h2', {}, text('people')),
    table([text('key'), text('name'), text('role'), ''], hall.people.map(person => row([person.key, person.name, text('role-' + person.role),
      chief && person.key !== hall.person.key ? el('button', {class: 'danger', onclick: () => remove(person)}, text('remove')) : '']))),
    chief ? el('div', {class: 'tools'},
      el('input', {id: 'person-key', placeholder: text('key'), size: 8}), el('input', {id: 'person-name', placeholder: text('name'), size: 12}),
      el('select', {id: 'person-role'}, ['table-arbiter', 'chief-arbiter', 'organiser'].map(role => el('option', {value: role}, text('role-' + role)))),
      el('button', {onclick: addPerson}, text('add-person'))) : null,
    el('div', {id: 'person-link'}),
  ];
}

// Files.
async function takeCarried() {
  const taken = await attempt(() => ask('POST', '/api/2/carried', $('carried').value));
  if (!taken) return;
  $('carried').value = '';
  tell(text(taken.waits ? 'carried-waits' : 'carried-done'));
}

// QR codes: by the browser where it reads them, else by the office, which gets the picture in grey.
const PICTURE_PIXELS = 2500000; // most that are sent
const PREFIX = 'QILI1:';
let detector = null;

async function findDetector() {
  const formats = 'BarcodeDetector' in window ? await window.BarcodeDetector.getSupportedFormats().catch(() => []) : [];
  if (formats.includes('qr_code')) detector = new window.BarcodeDetector({formats: ['qr_code']});
}

// A picture or a frame of the camera as a PGM: grey as the eye sees it.
function greyPicture(source, width, height) {
  const scale = Math.min(1, Math.sqrt(PICTURE_PIXELS / (width * height)), 4000 / Math.max(width, height));
  const canvas = el('canvas', {width: Math.floor(width * scale), height: Math.floor(height * scale)});
  const context = canvas.getContext('2d', {willReadFrequently: true});
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  const colours = context.getImageData(0, 0, canvas.width, canvas.height).data;
  const grey = new Uint8Array(canvas.width * canvas.height);
  for (let i = 0; i < grey.length; i++) grey[i] = (colours[4 * i] * 77 + colours[4 * i + 1] * 150 + colours[4 * i + 2] * 29) >> 8;
  return new Blob([`P5\n${canvas.width} ${canvas.height}\n255\n`, grey]);
}

// {codes, text}: how many codes there are, and what the one of a ruling says, or ''.
async function readCode(source, width, height) {
  if (!detector) return ask('POST', '/api/2/code', greyPicture(source, width, height));
  const codes = await detector.detect(source).catch(() => []);
  const found = codes.find(code => code.rawValue.startsWith(PREFIX));
  return {codes: codes.length, text: found ? found.rawValue : ''};
}

async function takeCode(code) {
  if (!code) { tell(text('carried-none'), true); return; }
  $('carried').value = code;
  await takeCarried();
}

// A file with the text, or a picture of the code.
async function takeCarriedFile(file) {
  if (!file) return;
  if (!file.type.startsWith('image/')) { await takeCode(file.size < 65536 ? (await file.text()).trim() : null); return; }
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) { tell(text('carried-no-picture'), true); return; }
  const seen = await attempt(() => readCode(picture, picture.width, picture.height));
  if (seen && !seen.text && seen.codes) tell(text('carried-other'), true);
  else if (seen) await takeCode(seen.text);
}

const pause = ms => new Promise(done => setTimeout(done, ms));

// The camera, until a ruling's code is found, it is closed, or another tab of the page is shown.
async function scanCarried() {
  const stream = await navigator.mediaDevices.getUserMedia(
    {video: {facingMode: 'environment', width: {ideal: 1280}, height: {ideal: 720}}}).catch(() => null);
  if (!stream) { tell(text('carried-camera-none'), true); return; }
  const video = el('video', {id: 'camera', playsinline: true});
  const hint = el('p', {class: 'dim', id: 'camera-hint'}, text('carried-camera-hint'));
  video.srcObject = stream;
  video.muted = true;
  show($('scan'), video, hint, el('button', {onclick: () => show($('scan'))}, text('close')));
  video.play().catch(() => null);
  let seen = {text: ''};
  while (!seen.text && video.isConnected) {
    await pause(300);
    if (!video.videoWidth) continue;
    try {
      seen = await readCode(video, video.videoWidth, video.videoHeight);
      hint.textContent = text(seen.codes && !seen.text ? 'carried-other' : 'carried-camera-hint');
    } catch (error) {
      if (error.status === 401) { showLogin(); break; }
      hint.textContent = text('failed', error.message);
      await pause(1000);
    }
  }
  stream.getTracks().forEach(track => track.stop());
  if ($('scan')) show($('scan'));
  if (seen.text && $('carried')) await takeCode(seen.text);
}

async function importPairings(file) {
  const taken = file && await attempt(() => ask('POST', '/api/2/pairings', file));
  if (taken) tell(text('import-done', taken.lines));
}

function drawFiles() {
  const chief = isChief();
  const last = round || Math.max(1, ...hall.games.map(game => game.round));
  const link = (href, name) => el('li', {}, el('a', {href: href + (href.includes('?') ? '&' : '?') + 'lang=' + lang}, name));
  return [
    el('h2', {}, text('carried')), el('p', {class: 'dim'}, text('carried-help')),
    el('textarea', {id: 'carried', spellcheck: 'false'}), el('div', {class: 'tools'}, el('button', {class: 'main', id: 'take', onclick: takeCarried}, text('carried-take')),
      navigator.mediaDevices ? el('button', {id: 'scan-code', onclick: scanCarried}, text('carried-camera')) : null,
      el('label', {}, text('carried-file') + ' ', el('input', {type: 'file', id: 'carried-file', accept: '.txt,text/plain,image/*', onchange: event => takeCarriedFile(event.target.files[0])}))),
    el('div', {id: 'scan'}),
    hall.carried.length ? el('h2', {}, text('carried-list')) : null,
    hall.carried.length ? table([text('time'), text('game'), text('arbiter'), text('what')], hall.carried.map(entry => row([time(entry.time_ms),
      entry.game, entry.arbiter, entry.type + (entry.outcome ? ' · ' + outcome(entry.outcome) : '')]))) : null,
    chief ? el('h2', {}, text('event-name')) : null,
    chief ? el('div', {class: 'tools'}, el('input', {id: 'event-name', value: hall.event.set ? hall.event.name : '', size: 30}),
      el('button', {onclick: () => attempt(() => ask('POST', '/api/2/event', {name: $('event-name').value.trim()}))}, text('save'))) : null,
    chief ? el('h2', {}, text('import')) : null,
    chief ? el('p', {class: 'dim'}, text('import-help')) : null,
    chief ? el('input', {type: 'file', accept: '.csv,.txt,text/csv', onchange: event => importPairings(event.target.files[0])}) : null,
    el('h2', {}, text('export') + ' · ' + text('round') + ' ' + (round || text('all'))),
    el('ul', {}, link('/export/sheets.csv?round=' + round, text('export-sheets')),
      link('/export/round.res?round=' + last, text('export-vega') + ' · ' + text('round') + ' ' + last),
      link('/export/penalties.trf', text('export-trf')), link('/export/journal.jsonl', text('export-journal'))),
  ];
}

// The board, as SVG: files a-i from Red's left, ranks 0-9 from Red's side, Red at the bottom.
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

// One ruling: the board, the moves with their labels, the evidence; what the arbiter ruled.
async function open(id) {
  sheet = {id, data: null};
  ply = -1;
  drawSheet();
  $('sheet').scrollIntoView();
  await loadSheet();
}

async function loadSheet() {
  const id = sheet && sheet.id;
  if (!id) return;
  const data = await attempt(() => ask('GET', '/api/2/ruling?id=' + encodeURIComponent(id)));
  if (!data || !sheet || sheet.id !== id) return;
  sheet.data = data;
  const positions = data.sheet && data.sheet.positions;
  if (ply < 0) ply = positions ? positions.length - 1 : 0;
  drawSheet();
}

function close() {
  sheet = null;
  drawSheet();
}

async function decide(path, body) {
  if (await attempt(() => ask('POST', path, body))) loadSheet();
}

function sentence(move) {
  const evidence = move.evidence;
  return evidence ? (lang === 'zh' ? evidence.sentence_zh : evidence.sentence_en) : '';
}

const threatened = move => move && move.evidence && move.evidence.threats ?
  move.evidence.threats.flatMap(threat => threat.status === 'new' || threat.status === 'renewed' ? threat.victims.map(victim => victim.square) : []) : [];

function moveRows(data) {
  const judge = data.sheet.judge;
  const words = {'将': 'check', '杀': 'kill', '捉': 'chase', '闲': 'idle', '兑': 'exchange', '献': 'sacrifice', '拦': 'block', '跟': 'follow', '未定': 'undecided'};
  return judge.moves.map((move, index) => {
    const changed = data.ruling.overrides.find(override => override.ply === index + 1);
    const inCycle = judge.cycle.stage !== 'none' && index >= judge.cycle.from && index < judge.cycle.from + judge.cycle.length;
    return row([index + 1 + (inCycle ? ' ●' : ''),
      el('span', {class: move.side === 'red' ? 'red' : null}, (lang === 'zh' ? move.zh : move.iccs) + (move.stood ? text('stood') : '')),
      el('span', {}, move.label ? (lang === 'zh' ? move.label : words[move.label] || move.label) : '', changed ?
        el('div', {class: 'alarm'}, text('override', here(changed) + (changed.reason ? ' (' + changed.reason + ')' : ''))) : null),
      sentence(move)], {class: 'link' + (ply === index + 1 ? ' here' : ''), onclick: () => { ply = index + 1; drawSheet(); }});
  });
}

function facts(ruling) {
  const game = hall.games.find(one => one.game === ruling.game) || {};
  const who = (one, side) => one ? el('tr', {}, el('th', {}, text(side)), el('td', {}, one.name + (one.team ? ' · ' + one.team : ''))) : null;
  const line = (head, value) => value ? el('tr', {}, el('th', {}, text(head)), el('td', {}, value)) : null;
  const made = ruling.decision;
  return el('table', {}, el('tbody', {}, line('game', ruling.game), who(game.red, 'red'), who(game.black, 'black'),
    line('time', time(ruling.time_ms)), line('arbiter', ruling.arbiter_name), line('edition', ruling.edition),
    line('tool-says', outcome(ruling.tool)), line('arbiter-ruled', outcome(ruling.outcome)), line('articles', ruling.articles),
    line('note', ruling.note), line('reason', ruling.reason),
    made ? line('decision', text(made.kind) + (made.outcome ? '：' + outcome(made.outcome) : '') + ' · ' + made.by + ' · ' + time(made.time_ms)) : null,
    made ? line('reason', made.reason) : null));
}

function decisionTools(ruling) {
  if (!isChief()) return null;
  const outcomes = ['red-loses', 'black-loses', 'red-must-change', 'black-must-change', 'draw'];
  return el('div', {class: 'tools'},
    el('input', {id: 'reason', placeholder: text('reason'), size: 30, maxlength: 300}),
    el('button', {class: 'main', id: 'uphold', onclick: () => decide('/api/2/uphold', {id: ruling.id, note: $('reason').value.trim()})}, text('uphold')),
    el('select', {id: 'outcome'}, outcomes.map(code => el('option', {value: code, selected: code === ruling.outcome}, outcome(code)))),
    el('input', {id: 'articles', placeholder: text('articles'), size: 10, value: ruling.articles}),
    el('button', {class: 'danger', id: 'overrule', onclick: () => {
      const reason = $('reason').value.trim();
      if (reason === '') { tell(text('reason-needed'), true); $('reason').focus(); return; }
      decide('/api/2/overrule', {id: ruling.id, outcome: $('outcome').value, articles: $('articles').value.trim(), reason});
    }}, text('overrule')));
}

function drawSheet() {
  $('sheet').hidden = !sheet;
  $('main').hidden = Boolean(sheet);
  if (!sheet) { show($('sheet')); return; }
  const buttons = el('div', {class: 'tools'}, el('button', {id: 'close', onclick: close}, text('close')),
    el('button', {id: 'print', onclick: () => window.print()}, text('print')));
  if (!sheet.data) { show($('sheet'), buttons, el('p', {class: 'dim'}, text('judging'))); return; }
  const kept = $('reason') ? $('reason').value : '';
  const {ruling, sheet: judged} = sheet.data;
  const positions = judged.positions || [ruling.fen];
  ply = Math.min(Math.max(ply, 0), positions.length - 1);
  const move = judged.judge && ply > 0 ? judged.judge.moves[ply - 1] : null;
  const step = by => () => { ply += by; drawSheet(); };
  show($('sheet'), buttons,
    el('h2', {}, text('ruling-sheet') + ' · ' + hall.event.name),
    el('div', {class: 'columns'},
      el('div', {class: 'board'}, board(positions[ply], move && move.iccs, threatened(move)),
        el('p', {class: 'dim'}, ply === 0 ? text('start-position') : text('after-move', ply) + (move ? '：' + (lang === 'zh' ? move.zh : move.iccs) : '')),
        el('div', {class: 'tools'}, el('button', {onclick: step(-1)}, text('previous')), el('button', {onclick: step(1)}, text('next')))),
      el('div', {class: 'words'}, facts(ruling),
        judged.problem ? el('p', {class: 'message wrong'}, here(judged.problem)) : null,
        judged.judge ? el('p', {}, lang === 'zh' ? judged.judge.ruling.text_zh : judged.judge.ruling.text_en) : null,
        judged.judge ? el('p', {class: 'dim'}, lang === 'zh' ? judged.judge.cycle.text_zh : judged.judge.cycle.text_en) : null)),
    decisionTools(ruling),
    judged.judge ? table(['', text('move'), text('label'), text('why')], moveRows(sheet.data)) : null,
    el('div', {class: 'signatures'}, ['sign-red', 'sign-black', 'sign-arbiter', 'sign-chief'].map(key => el('div', {}, text(key)))));
  if ($('reason')) $('reason').value = kept;
}

// The whole page.
const DRAWERS = {hall: drawHall, rulings: drawRulings, marks: drawMarks, devices: drawDevices, files: drawFiles};

function drawTabs() {
  show($('tabs'), Object.keys(DRAWERS).map(name => el('button', {type: 'button', 'data-tab': name, 'aria-current': tab === name ? 'page' : null,
    onclick: () => { tab = name; sheet = null; drawSheet(); draw(); }}, text('tab-' + name))));
}

function drawBody() {
  show($('body'), DRAWERS[tab]());
}

function drawTitle() {
  $('title').textContent = hall.event.set ? hall.event.name : text('title');
  document.title = $('title').textContent;
}

function draw() {
  drawTabs();
  drawTitle();
  const body = el('div', {id: 'body'});
  show($('main'), tools(), body);
  drawBody();
}

// What is being typed is not lost when something changes: only tables are drawn anew then.
function refresh() {
  const busy = document.activeElement && ['INPUT', 'TEXTAREA', 'SELECT'].includes(document.activeElement.nodeName) &&
    $('body') && $('body').contains(document.activeElement);
  drawTitle();
  if (!$('body')) draw();
  else if (!busy && tab !== 'files' && !($('invitation') && $('invitation').childElementCount) && !($('person-link') && $('person-link').childElementCount)) drawBody();
  if (sheet) loadSheet();
}

async function load() {
  if (loading) { again = true; return; }
  loading = true;
  do {
    again = false;
    const fresh = await attempt(() => ask('GET', '/api/2/hall'));
    if (fresh) { hall = fresh; refresh(); }
  } while (again);
  loading = false;
}

function live(alive) {
  $('live').textContent = text(alive ? 'live' : 'dead');
  $('live').className = alive ? '' : 'dead';
}

function listen() {
  if (events) events.close();
  events = new EventSource('/api/2/changes');
  events.addEventListener('open', () => { live(true); });
  events.addEventListener('change', load);
  events.addEventListener('error', () => {
    live(false);
    if (events.readyState === EventSource.CLOSED) setTimeout(start, 3000);
  });
}

function showLogin(wrong) {
  if (events) events.close();
  events = null;
  hall = null;
  sheet = null;
  drawSheet();
  show($('tabs'));
  $('logout').hidden = true;
  $('live').textContent = '';
  $('title').textContent = text('title');
  const input = el('input', {id: 'token', type: 'password', size: 40, autocomplete: 'off'});
  show($('main'), el('h2', {}, text('login')), el('p', {}, text('login-help')),
    wrong ? el('p', {class: 'message wrong'}, text('login-wrong')) : null,
    el('form', {class: 'tools', onsubmit: event => { event.preventDefault(); login(input.value.trim()); }}, input,
      el('button', {class: 'main'}, text('login'))));
}

async function login(token) {
  const given = token.includes('#token=') ? token.split('#token=')[1] : token;
  try { await ask('POST', '/api/2/login', {token: given}); } catch (error) { showLogin(true); return; }
  start();
}

async function start() {
  let fresh = null;
  try { fresh = await ask('GET', '/api/2/hall'); } catch (error) {
    if (error.status === 401) showLogin(); else { live(false); setTimeout(start, 3000); }
    return;
  }
  hall = fresh;
  $('logout').hidden = false;
  draw();
  listen();
}

async function useLanguage() {
  T = await (await fetch('/texts?lang=' + lang)).json();
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  $('language').textContent = text('language');
  $('logout').textContent = text('logout');
}

async function begin() {
  await useLanguage();
  await findDetector();
  $('language').addEventListener('click', async () => {
    lang = lang === 'zh' ? 'en' : 'zh';
    localStorage.setItem('qili-lang', lang);
    await useLanguage();
    if (hall) { draw(); live(true); drawSheet(); } else showLogin();
  });
  $('logout').addEventListener('click', async () => { await attempt(() => ask('POST', '/api/2/logout', {})); showLogin(); });
  const given = location.hash.startsWith('#token=') ? location.hash.slice(7) : '';
  if (given) {
    history.replaceState(null, '', '/');
    await login(given);
  } else {
    await start();
  }
}

begin();
