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

function text(key, ...values) {
  return (T[key] || key).replace(/\{([1-9])\}/g, (all, number) => values[number - 1] === undefined ? '' : values[number - 1]);
}

function show(parent, ...children) {
  parent.replaceChildren(...children.flat().filter(child => child));
}

const time = ms => ms ? new Date(ms).toLocaleString(lang === 'zh' ? 'zh-CN' : 'en-GB', {hour12: false}) : '';
const here = both => both ? both[lang] || both.zh : '';
const outcome = code => text('outcome-' + code);
const colon = () => lang === 'zh' ? '：' : ': ';
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

// A game that the office calls 1.3, or 1.3.2: as people say it.
function gameName(game) {
  if (!game) return '';
  const [ofRound, ofTable, number] = game.split('.');
  return text('game-name', ofRound, ofTable) + (number ? text('game-number', number) : '');
}

const gameCell = game => el('td', {class: 'game'}, gameName(game));

// What a row needs that does something, by touch or by key; that opens a ruling.
const whenPressed = action => ({tabindex: 0, onclick: action, onkeydown: event => {
  if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); action(); }
}});
const opens = id => ({'data-ruling': id, ...whenPressed(() => open(id))});

const inRound = game => round === 0 || Number(game.split('.')[0]) === round;

// The hall.
function player(who, paired) {
  if (!who) return paired ? el('span', {class: 'dim'}, text('bye')) : '';
  return el('span', {}, who.name, who.team ? el('span', {class: 'dim'}, ' ' + who.team) : null);
}

function state(game) {
  if (game.order) return el('span', {class: 'alarm'}, text('order-open', text(game.order.side)));
  if (game.result) return el('span', {}, text('result-' + game.result.outcome) + ' ' + game.result.marks.join(':'),
    el('span', {class: 'dim'}, ' ' + here(game.result.reason)));
  if (game.due) return el('span', {class: 'alarm'}, cited(text('due', text('result-' + game.due.outcome)), game.due.articles));
  return text('playing');
}

function fouls(game, side) {
  return game.fouls[side] + (game.minutes[side] ? ' (+' + game.minutes[side] + '′)' : '');
}

// The ruling that a game's row opens: the last one in force, else the last one.
const rulingOf = game => hall.rulings.find(ruling => ruling.game === game && ruling.in_force) || hall.rulings.find(ruling => ruling.game === game);

function hallRow(game) {
  const ruling = rulingOf(game.game);
  const look = [game.order ? 'open' : '', ruling ? 'link' : ''].filter(Boolean).join(' ');
  return row([gameCell(game.game), player(game.red, game.paired), player(game.black, game.paired), fouls(game, 0) + ' : ' + fouls(game, 1), state(game), game.rulings || ''],
    {class: look || null, 'data-game': game.game, ...(ruling ? opens(ruling.id) : {})});
}

function drawHall() {
  const games = hall.games.filter(game => inRound(game.game) && matches(game.game, gameName(game.game), game.red && game.red.name,
    game.red && game.red.team, game.black && game.black.name, game.black && game.black.team));
  const orders = hall.games.filter(game => game.order);
  return [
    orders.length ? el('h2', {}, text('orders')) : null,
    orders.length ? table([text('game'), text('state'), text('time')], orders.map(game => row([gameCell(game.game),
      text('order-open', text(game.order.side)), time(game.order.time_ms)], {class: 'open link', ...opens(game.order.id)}))) : null,
    orders.length ? el('h2', {}, text('all-games')) : null,
    hall.games.length === 0 ? el('p', {class: 'dim'}, text('no-games')) :
      table([text('game'), text('red'), text('black'), text('fouls'), text('state'), text('rulings')], games.map(hallRow)),
  ];
}

// Rulings.
const articles = list => list.replace(/, */g, lang === 'zh' ? '、' : ', ');
const cited = (what, list) => list ? what + (lang === 'zh' ? '（' + articles(list) + '）' : ' (' + articles(list) + ')') : what;

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
    matches(ruling.game, gameName(ruling.game), ruling.arbiter, ruling.arbiter_name, ...names(ruling)));
  const heads = [text('time'), text('game'), text('arbiter'), text('tool-says'), text('arbiter-ruled'), text('decision')];
  return [
    el('label', {class: 'tools'}, el('input', {type: 'checkbox', checked: onlyOpen, onchange: event => { onlyOpen = event.target.checked; drawBody(); }}),
      text('only-open')),
    hall.rulings.length === 0 ? el('p', {class: 'dim'}, text('no-rulings')) :
      table(heads, rulings.map(ruling => row([time(ruling.time_ms), gameCell(ruling.game), ruling.arbiter_name, outcome(ruling.tool),
        cited(outcome(ruling.outcome), ruling.articles), decision(ruling)],
        {class: 'link' + (ruling.in_force ? '' : ' gone'), ...opens(ruling.id)}))),
  ];
}

// Fouls and penalties.
function standing(list, head) {
  const heads = [text('key'), text(head), text('games'), text('points'), text('fouls'), ...hall.penalties.map(here)];
  return table(heads, list.filter(one => matches(one.key, one.name, one.team)).map(one => row([one.key,
    one.name + (one.team ? ' · ' + one.team : ''), one.games, one.half_points / 2, one.fouls, ...one.penalties])));
}

function drawMarks() {
  const marks = hall.marks.filter(mark => (mark.game === '' ? round === 0 : inRound(mark.game)) && matches(mark.game, gameName(mark.game), mark.who, mark.by, here(mark)));
  return [
    el('h2', {}, text('players')), standing(hall.players, 'player'),
    el('h2', {}, text('teams')), standing(hall.teams, 'team'),
    el('h2', {}, text('tab-marks')),
    table([text('time'), text('game'), text('what'), text('arbiter')], marks.map(mark => row([time(mark.time_ms), gameCell(mark.game),
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
      gameCell(entry.game), entry.arbiter, here(entry) + (entry.outcome ? ' · ' + outcome(entry.outcome) : '')]))) : null,
    chief ? el('h2', {}, text('event-name')) : null,
    chief ? el('div', {class: 'tools'}, el('input', {id: 'event-name', value: hall.event.set ? hall.event.name : '', size: 30}),
      el('button', {onclick: () => attempt(() => ask('POST', '/api/2/event', {name: $('event-name').value.trim()}))}, text('save'))) : null,
    chief ? el('h2', {}, text('import')) : null,
    chief ? el('p', {class: 'dim'}, text('import-help')) : null,
    chief ? el('input', {type: 'file', accept: '.csv,.txt,text/csv', onchange: event => importPairings(event.target.files[0])}) : null,
    el('h2', {}, text('export') + ' · ' + (round ? text('round-number', round) : text('all-rounds'))),
    el('ul', {}, link('/export/sheets.csv?round=' + round, text('export-sheets')),
      link('/export/round.res?round=' + last, text('export-vega') + ' · ' + text('round-number', last)),
      link('/export/penalties.trf', text('export-trf')), link('/export/journal.jsonl', text('export-journal'))),
  ];
}

// One ruling: the board, the moves with their labels, the evidence; what the arbiter ruled.
async function open(id) {
  sheet = {id, data: null, tools: null, drawn: ''};
  ply = -1;
  drawSheet();
  $('sheet').scrollIntoView();
  $('close').focus({preventScroll: true});
  await loadSheet();
}

async function loadSheet() {
  const id = sheet && sheet.id;
  if (!id) return;
  const data = await attempt(() => ask('GET', '/api/2/ruling?id=' + encodeURIComponent(id)));
  if (!data || !sheet || sheet.id !== id) return;
  const all = JSON.stringify([data, ...[hall.games, hall.rulings].map(list => list.filter(one => one.game === data.ruling.game))]);
  if (sheet.drawn === all) return; // nothing moves under a finger that does not have to
  sheet.drawn = all;
  sheet.data = data;
  const positions = data.sheet && data.sheet.positions;
  if (ply < 0) ply = positions ? positions.length - 1 : 0;
  drawSheet();
}

// Back to the list, and the keyboard to the row that opened it.
function close() {
  const row = sheet && document.querySelector('#main [data-ruling="' + sheet.id + '"]');
  sheet = null;
  drawSheet();
  if (!row) return;
  row.focus({preventScroll: true});
  row.cells[0].scrollIntoView({block: 'center', inline: 'nearest'});
}

// Asks once: a decision is an entry that stays.
async function decide(path, body, question) {
  if (!confirm(question) || !await attempt(() => ask('POST', path, body))) return;
  if (sheet) { sheet.tools = null; sheet.drawn = ''; }
  loadSheet();
}

// Whom and what a decision is about: the game, the arbiter, what was ruled.
const decided = ruling => [hall.person.name, gameName(ruling.game), ruling.arbiter_name, cited(outcome(ruling.outcome), ruling.articles)];

function sentence(move) {
  const evidence = move.evidence;
  return evidence ? (lang === 'zh' ? evidence.sentence_zh : evidence.sentence_en) : '';
}

const threatened = move => move && move.evidence && move.evidence.threats ?
  move.evidence.threats.flatMap(threat => threat.status === 'new' || threat.status === 'renewed' ? threat.victims.map(victim => victim.square) : []) : [];

function moveRows(data) {
  const judge = data.sheet.judge;
  return judge.moves.map((move, index) => {
    const changed = data.ruling.overrides.find(override => override.ply === index + 1);
    const inCycle = judge.cycle.stage !== 'none' && index >= judge.cycle.from && index < judge.cycle.from + judge.cycle.length;
    return row([index + 1 + (inCycle ? ' ●' : ''),
      el('span', {class: move.side === 'red' ? 'red' : null}, (lang === 'zh' ? move.zh : move.iccs) + (move.stood ? text('stood') : '')),
      el('span', {}, move.label ? text('label-' + move.label) : '', changed ?
        el('div', {class: 'alarm'}, text('override', here(changed) + (changed.reason ? ' (' + changed.reason + ')' : ''))) : null),
      sentence(move)], {class: 'link' + (ply === index + 1 ? ' here' : ''), id: 'ply-' + (index + 1), ...whenPressed(() => { ply = index + 1; drawSheet(); })});
  });
}

function facts(ruling) {
  const game = hall.games.find(one => one.game === ruling.game) || {};
  const who = (one, side) => one ? el('tr', {}, el('th', {}, text(side)), el('td', {}, one.name + (one.team ? ' · ' + one.team : ''))) : null;
  const line = (head, value) => value ? el('tr', {}, el('th', {}, text(head)), el('td', {}, value)) : null;
  const made = ruling.decision;
  return el('table', {}, el('tbody', {}, line('game', gameName(ruling.game)), who(game.red, 'red'), who(game.black, 'black'),
    line('time', time(ruling.time_ms)), line('arbiter', ruling.arbiter_name), line('edition', here(ruling.edition_title)),
    line('tool-says', outcome(ruling.tool)), line('arbiter-ruled', outcome(ruling.outcome)), line('articles', articles(ruling.articles)),
    line('note', ruling.note), line('reason', ruling.reason),
    made ? line('decision', text(made.kind) + (made.outcome ? colon() + outcome(made.outcome) : '') + ' · ' + made.by + ' · ' + time(made.time_ms)) : null,
    made ? line('reason', made.reason) : null));
}

function decisionTools(ruling) {
  if (!isChief()) return null;
  const outcomes = ['red-loses', 'black-loses', 'red-must-change', 'black-must-change', 'draw'];
  return el('div', {class: 'tools'},
    el('input', {id: 'reason', placeholder: text('reason'), size: 30, maxlength: 300}),
    el('button', {class: 'main', id: 'uphold', onclick: () =>
      decide('/api/2/uphold', {id: ruling.id, note: $('reason').value.trim()}, text('uphold-sure', ...decided(ruling)))}, text('uphold')),
    el('select', {id: 'outcome', 'aria-label': text('new-outcome'),
      onchange: event => { $('articles').value = event.target.value === ruling.outcome ? ruling.articles : ''; }}, outcomes.map(code => el('option', {value: code, selected: code === ruling.outcome}, outcome(code)))),
    el('input', {id: 'articles', placeholder: text('articles'), size: 10, value: ruling.articles}),
    el('button', {class: 'danger', id: 'overrule', onclick: () => {
      const reason = $('reason').value.trim();
      if (reason === '') { tell(text('reason-needed'), true); $('reason').focus(); return; }
      const changed = {id: ruling.id, outcome: $('outcome').value, articles: $('articles').value.trim(), reason};
      decide('/api/2/overrule', changed, text('overrule-sure', ...decided(ruling), cited(outcome(changed.outcome), changed.articles)));
    }}, text('overrule')));
}

// Other rulings of the same game.
function otherRulings(ruling) {
  const others = hall.rulings.filter(one => one.game === ruling.game && one.id !== ruling.id);
  return others.length === 0 ? null : el('p', {class: 'tools noprint'}, text('other-rulings'), others.map(one =>
    el('button', {class: one.in_force ? null : 'gone', onclick: () => open(one.id)}, time(one.time_ms) + ' · ' + outcome(one.outcome))));
}

// What is being typed or chosen for a decision stays when the sheet is drawn anew, and so does the place of the keyboard.
function drawSheet() {
  const had = document.activeElement;
  drawSheetAnew();
  const again = had && (had.isConnected ? had : had.id && $(had.id));
  if (sheet && again && again !== document.body) again.focus({preventScroll: true});
}

function drawSheetAnew() {
  $('sheet').hidden = !sheet;
  $('main').hidden = Boolean(sheet);
  if (!sheet) { show($('sheet')); return; }
  const buttons = el('div', {class: 'tools'}, el('button', {id: 'close', onclick: close}, text('close')),
    el('button', {id: 'print', onclick: () => window.print()}, text('print')));
  if (!sheet.data) { show($('sheet'), buttons, el('p', {class: 'dim'}, text('judging'))); return; }
  const {ruling, sheet: judged} = sheet.data;
  const positions = judged.positions || [ruling.fen];
  ply = Math.min(Math.max(ply, 0), positions.length - 1);
  sheet.tools = sheet.tools || decisionTools(ruling);
  const move = judged.judge && ply > 0 ? judged.judge.moves[ply - 1] : null;
  const step = by => () => { ply += by; drawSheet(); };
  show($('sheet'), buttons,
    el('h2', {}, text('ruling-sheet') + (hall.event.set ? ' · ' + hall.event.name : '')),
    el('div', {class: 'columns'},
      el('div', {class: 'board'}, board(positions[ply], move && move.iccs, threatened(move)),
        el('p', {class: 'dim'}, ply === 0 ? text('start-position') : text('after-move', ply) + (move ? colon() + (lang === 'zh' ? move.zh : move.iccs) : '')),
        el('div', {class: 'tools'}, el('button', {id: 'previous', onclick: step(-1)}, text('previous')), el('button', {id: 'next', onclick: step(1)}, text('next')))),
      el('div', {class: 'words'}, facts(ruling),
        judged.problem ? el('p', {class: 'message wrong'}, here(judged.problem)) : null,
        judged.judge ? el('p', {}, lang === 'zh' ? judged.judge.ruling.text_zh : judged.judge.ruling.text_en) : null,
        judged.judge ? el('p', {class: 'dim'}, lang === 'zh' ? judged.judge.cycle.text_zh : judged.judge.cycle.text_en) : null)),
    otherRulings(ruling), sheet.tools,
    judged.judge ? table(['', text('move'), text('label'), text('why')], moveRows(sheet.data)) : null,
    el('div', {class: 'signatures'}, ['sign-red', 'sign-black', 'sign-arbiter', 'sign-chief'].map(key => el('div', {}, text(key)))));
}

// The whole page.
const DRAWERS = {hall: drawHall, rulings: drawRulings, marks: drawMarks, devices: drawDevices, files: drawFiles};

function drawTabs() {
  show($('tabs'), Object.keys(DRAWERS).map(name => el('button', {type: 'button', 'data-tab': name, 'aria-current': tab === name ? 'page' : null,
    onclick: () => { tab = name; sheet = null; drawSheet(); draw(); window.scrollTo(0, 0); }}, text('tab-' + name))));
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
    if (sheet) sheet.tools = null;
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
