'use strict';
const get = id => document.getElementById(id);
const data = JSON.parse(get('data').textContent);
get('data').remove();
const raw = atob(data.bytes), n = data.count;
const view = get('view'), pen = view.getContext('2d');
data.bytes = '';
const kind = new Uint8Array(n), part = new Uint16Array(n), net = new Int32Array(n);
const colour = new Uint8Array(n), A = new Int32Array(n), B = new Int32Array(n);
const C = new Int32Array(n), D = new Int32Array(n), extra = new Map();
const from = new Uint16Array(n), to = new Uint16Array(n), hatches = new Map();
const parts = data.layers.concat(['ground', '', 'marks', 'title and legend']);
const shown = parts.map(() => true), shift = data.layers.length;
let at = 0;
function take() {
  let value = 0, scale = 1, byte;
  do {
    byte = raw.charCodeAt(at++);
    value += (byte & 127) * scale;
    scale *= 128;
  } while (byte > 127);
  return value;
}
function signed() {
  const v = take();
  return v % 2 ? -(v + 1) / 2 : v / 2;
}
function box(i, a, b, c, d) {
  A[i] = a;
  B[i] = b;
  C[i] = c;
  D[i] = d;
}
function decode() {
  let i = 0, p = 0, who = -1, x = 0, y = 0, ink = 0, first = 0, last = 65535, pictures = 0;
  while (at < raw.length) {
    const k = raw.charCodeAt(at++);
    if (k === 0) {
      p = take();
      who = take() - 1;
      continue;
    }
    if (k === 8) {
      first = take();
      last = take();
      continue;
    }
    kind[i] = k === 2 ? 1 : k;
    part[i] = p;
    net[i] = who;
    from[i] = first;
    to[i] = last;
    if (k < 3) {
      if (k === 1) ink = take();
      x += signed();
      y += signed();
      box(i, x, y, take(), take());
      colour[i] = ink;
    } else if (k === 3) {
      const cx = signed() / 2, cy = signed() / 2, r = take() / 2;
      extra.set(i, [cx, cy, r]);
      const wide = Math.ceil(2 * r) + 1;
      box(i, Math.floor(cx - r), Math.floor(cy - r), wide, wide);
      colour[i] = take();
    } else if (k === 4) {
      const e = [signed() / 2, signed() / 2, signed() / 2, signed() / 2];
      const s = [take() / 100, take() / 100, take() / 100];
      const l = Math.floor(Math.min(e[0], e[2]) - s[0]);
      const t = Math.floor(Math.min(e[1], e[3]) - s[0]);
      extra.set(i, e.concat(s));
      box(i, l, t, Math.ceil(Math.max(e[0], e[2]) + s[0]) - l,
          Math.ceil(Math.max(e[1], e[3]) + s[0]) - t);
      colour[i] = take();
    } else if (k === 5) {
      const tx = signed(), ty = signed(), size = take();
      colour[i] = take();
      const up = take(), wide = take(), length = take();
      const bytes = Uint8Array.from(raw.substr(at, length), c => c.charCodeAt(0));
      at += length;
      extra.set(i, [tx, ty, size, up, new TextDecoder().decode(bytes), wide]);
      if (up) box(i, tx, ty - wide, 9 * size, wide);
      else box(i, tx, ty, wide, 9 * size);
    } else if (k === 6) {
      box(i, signed(), signed(), take(), take());
      const thick = take(), period = take(), phase = take();
      const shift = ((2 * (phase - A[i]) - B[i]) % (2 * period) + 2 * period) % (2 * period);
      colour[i] = take();
      const key = [thick, period, shift, colour[i]].join();
      if (!hatches.has(key)) hatches.set(key, hatch(thick, period, shift, colour[i]));
      extra.set(i, hatches.get(key));
    } else {
      const it = data.images[pictures++], image = new Image();
      image.onload = later;
      image.src = 'data:image/png;base64,' + it[4];
      extra.set(i, image);
      box(i, it[0], it[1], it[2], it[3]);
    }
    i++;
  }
}
const runs = new Map(), paper = document.createElement('canvas');
const paperPen = paper.getContext('2d');
const inks = data.colours.map(c => {
  const v = parseInt(c.slice(1), 16);
  return (255 << 24 | (v & 255) << 16 | (v & 65280) | v >> 16) >>> 0;
});
let dots = null;
let zoom = 1, left = 0, top_ = 0, wanted = new Set(), veiled = false, frame = 0, waits = false;
function later() {
  if (!waits) requestAnimationFrame(draw);
  waits = true;
}
function hatch(thick, period, shift, ink) {
  const fine = 8, tile = document.createElement('canvas'), brush = tile.getContext('2d');
  tile.width = tile.height = fine * period;
  brush.fillStyle = data.colours[ink];
  brush.fillRect(0, 0, fine * thick, fine * period);
  const fill = pen.createPattern(tile, 'repeat');
  fill.setTransform(new DOMMatrix([1 / fine, 0, -1 / (2 * fine), 1 / fine, -shift / 2, 0]));
  return {fill, period, share: thick / period, plain: data.colours[ink]};
}
let brush = null;
function stripes(i) {
  const e = extra.get(i);
  if (e !== brush) {
    end_stripes();
    brush = e;
    pen.beginPath();
  }
  pen.rect(A[i], B[i], C[i], D[i]);
}
function end_stripes() {
  if (!brush) return;
  const fine = brush.period * zoom >= 4;
  pen.fillStyle = fine ? brush.fill : brush.plain;
  pen.globalAlpha = fine ? 1 : brush.share;
  pen.fill();
  pen.globalAlpha = 1;
  brush = null;
}
function one(i, thin) {
  const k = kind[i], e = extra.get(i);
  if (k === 1) {
    pen.fillRect(A[i], B[i], Math.max(C[i], thin), Math.max(D[i], thin));
  } else if (k === 3) {
    pen.beginPath();
    pen.arc(e[0], e[1], e[2], 0, 7);
    pen.fill();
  } else if (k === 4) {
    pen.lineWidth = Math.max(e[4], thin);
    pen.setLineDash(e[5] > 0 ? [e[5], e[6]] : []);
    pen.beginPath();
    pen.moveTo(e[0], e[1]);
    pen.lineTo(e[2], e[3]);
    pen.stroke();
    pen.setLineDash([]);
  } else if (k === 5 && e[2] * zoom > 0.5) {
    pen.font = 9.6 * e[2] + 'px sans-serif';
    if (e[3]) {
      pen.save();
      pen.translate(e[0] + 7 * e[2], e[1]);
      pen.rotate(-Math.PI / 2);
      pen.fillText(e[4], 0, 0, e[5]);
      pen.restore();
    } else {
      pen.fillText(e[4], e[0], e[1] + 7 * e[2], e[5]);
    }
  } else if (k === 7 && e.complete && e.naturalWidth > 0) {
    pen.imageSmoothingEnabled = C[i] * zoom < e.naturalWidth;
    pen.drawImage(e, A[i], B[i], C[i], D[i]);
  }
}
function note_runs() {
  for (let i = 0, end; i < n; i = end) {
    for (end = i + 1; kind[i] === 1 && end < n && kind[end] === 1;) end++;
    if (end - i >= 20000) runs.set(i, end);
  }
}
function sheet(first, end, only) {
  const w = view.width, h = view.height, ratio = devicePixelRatio || 1, s = zoom * ratio;
  if (paper.width !== w || paper.height !== h) {
    paper.width = w;
    paper.height = h;
    dots = paperPen.createImageData(w, h);
  }
  const out = new Uint32Array(dots.data.buffer), dx = left * ratio, dy = top_ * ratio;
  out.fill(0);
  for (let i = first; i < end; i++) {
    if (!shown[part[i]] || from[i] > frame || frame > to[i]) continue;
    if (only && !only(i)) continue;
    const x = Math.round(A[i] * s + dx), y = Math.round(B[i] * s + dy);
    const r = Math.min(w, Math.max(x + 1, Math.round((A[i] + C[i]) * s + dx)));
    const b = Math.min(h, Math.max(y + 1, Math.round((B[i] + D[i]) * s + dy)));
    const l = Math.max(0, x), ink = inks[colour[i]];
    for (let row = Math.max(0, y); row < b; row++)
      for (let at = row * w + l; at < row * w + r; at++) out[at] = ink;
  }
  paperPen.putImageData(dots, 0, 0);
  pen.save();
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.drawImage(paper, 0, 0);
  pen.restore();
}
function visible(i, l, t, r, b) {
  return A[i] < r && B[i] < b && A[i] + C[i] > l && B[i] + D[i] > t && shown[part[i]] &&
    from[i] <= frame && frame <= to[i];
}
function pass(only) {
  const ratio = devicePixelRatio || 1, thin = 1 / (zoom * ratio);
  const l = -left / zoom, t = -top_ / zoom;
  const r = l + view.clientWidth / zoom, b = t + view.clientHeight / zoom;
  let ink = -1;
  for (let i = 0; i < n; i++) {
    if (runs.has(i)) {
      end_stripes();
      sheet(i, runs.get(i), only);
      i = runs.get(i) - 1;
      continue;
    }
    if (only && !only(i)) continue;
    if (!visible(i, l - thin, t - thin, r, b)) continue;
    if (kind[i] === 6) {
      if (C[i] * zoom > 3) stripes(i);
      continue;
    }
    if (brush) {
      end_stripes();
      ink = -1;
    }
    if (colour[i] !== ink) {
      ink = colour[i];
      pen.fillStyle = pen.strokeStyle = data.colours[ink];
    }
    one(i, thin);
  }
  end_stripes();
}
function names() {
  const l = -left / zoom, t = -top_ / zoom, most = new Map(), lettered = new Set(), seen = [];
  const r = l + view.clientWidth / zoom, b = t + view.clientHeight / zoom;
  for (let i = 0; i < n; i++) {
    if (net[i] < 0 || !visible(i, l, t, r, b)) continue;
    if (kind[i] === 5 && extra.get(i)[2] * zoom > 0.8) lettered.add(net[i]);
    if (part[i] >= shift) continue;
    seen.push(i);
    const wide = Math.max(C[i], D[i]) * zoom, thick = Math.min(C[i], D[i]) * zoom;
    if (kind[i] !== 1 || thick < 5 || wide < 7 * data.nets[net[i]].length + 8) continue;
    if (!most.has(net[i]) || wide > most.get(net[i])[0]) most.set(net[i], [wide, i]);
  }
  if (most.size > 300) return;
  const ratio = devicePixelRatio || 1;
  pen.save();
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.font = '11px sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineWidth = 3;
  pen.strokeStyle = '#ffffff';
  pen.fillStyle = '#1b1d21';
  for (const [k, [, i]] of most) {
    if (lettered.has(k) || (wanted.size > 0 && !wanted.has(k))) continue;
    const x0 = Math.max(A[i], l), y0 = Math.max(B[i], t);
    const x = (x0 + Math.min(A[i] + C[i], r)) / 2, y = (y0 + Math.min(B[i] + D[i], b)) / 2;
    if (net[seen.findLast(j => visible(j, x, y, x, y))] !== k) continue;
    pen.save();
    pen.translate(x * zoom + left, y * zoom + top_);
    if (D[i] > C[i]) pen.rotate(-Math.PI / 2);
    pen.strokeText(data.nets[k], 0, 0);
    pen.fillText(data.nets[k], 0, 0);
    pen.restore();
  }
  pen.restore();
}
function measure() {
  const [, , pixels, per, units] = data.x;
  if (!pixels) return;
  const one = pixels * units / per * zoom, step = 10 ** Math.floor(Math.log10(150 / one));
  const size = [5, 2, 1].find(k => k * step * one <= 150) * step;
  const least = data.unit === '' ? Math.max(1, size) : size;
  get('bar').style.width = least * one + 'px';
  get('length').textContent = Number(least.toPrecision(1)) + ' ' + (data.unit || 'cells');
}
function place(x, y) {
  const [left, from, pixels, per, units] = data.x, [top, upper] = data.y;
  if (!pixels) return '';
  const a = (x - left) * per / pixels, b = (y - top) * per / pixels;
  return data.unit === '' ? (from + Math.floor(a)) + ', ' + (upper - Math.floor(b))
    : ((from + a) / units).toFixed(3) + ', ' + ((upper - b) / units).toFixed(3) + ' ' + data.unit;
}
function draw() {
  waits = false;
  const ratio = devicePixelRatio || 1, started = performance.now();
  const w = Math.round(view.clientWidth * ratio), h = Math.round(view.clientHeight * ratio);
  if (view.width !== w) view.width = w;
  if (view.height !== h) view.height = h;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.fillStyle = data.colours[0];
  pen.fillRect(0, 0, w, h);
  pen.setTransform(zoom * ratio, 0, 0, zoom * ratio, left * ratio, top_ * ratio);
  pen.save(); // metal may reach beyond the part shown
  pen.beginPath();
  pen.rect(0, 0, data.width, data.height);
  pen.clip();
  pass(null);
  if (veiled) {
    pen.save();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = '#ffffffc0';
    pen.fillRect(0, 0, w, h);
    pen.restore();
    pass(i => wanted.has(net[i]) || part[i] === shift + 3);
  }
  names();
  pen.restore();
  measure();
  document.body.dataset.milliseconds = Math.round(performance.now() - started);
  document.body.dataset.primitives = n;
}
function about(x, y, factor) {
  const next = Math.min(64, Math.max(0.01, zoom * factor));
  left = x - (x - left) * next / zoom;
  top_ = y - (y - top_) * next / zoom;
  zoom = next;
  later();
}
function show(l, t, w, h) {
  zoom = Math.min(64, view.clientWidth / w, view.clientHeight / h);
  left = (view.clientWidth - w * zoom) / 2 - l * zoom;
  top_ = (view.clientHeight - h * zoom) / 2 - t * zoom;
  later();
}
function whole() {
  show(0, 0, data.width, data.height);
}
function title(k) {
  return data.nets[k] + (data.notes[k] === '' ? '' : ': ' + data.notes[k]);
}
function facts(k) {
  const used = new Set();
  let l = 1e9, t = 1e9, r = -1e9, b = -1e9;
  for (let i = 0; i < n; i++) {
    if (net[i] !== k || part[i] >= shift) continue;
    used.add(part[i]);
    l = Math.min(l, A[i]);
    t = Math.min(t, B[i]);
    r = Math.max(r, A[i] + C[i]);
    b = Math.max(b, B[i] + D[i]);
  }
  const layers = [...used].sort((x, y) => x - y).map(z => data.layers[z]).join('; ');
  return title(k) + (layers === '' ? '' : '\nlayers: ' + layers +
    (data.x[2] ? '\nfrom ' + place(l, b - 1) + '\nto ' + place(r - 1, t) : ''));
}
function select(list) {
  wanted = new Set(list);
  veiled = list.length > 0 && list !== data.asked;
  get('note').textContent = list.length === 0 ? ''
    : list.length <= 6 ? list.map(facts).join('\n') : list.length + ' nets in question';
  later();
}
function choose(k) {
  let l = 1e9, t = 1e9, r = -1e9, b = -1e9;
  select(k < 0 ? [] : [k]);
  for (let i = 0; i < n; i++) {
    if (net[i] !== k) continue;
    l = Math.min(l, A[i]);
    t = Math.min(t, B[i]);
    r = Math.max(r, A[i] + C[i]);
    b = Math.max(b, B[i] + D[i]);
  }
  if (k >= 0 && l <= r)
    show(l - (r - l) - 20, t - (b - t) - 20, 3 * (r - l) + 40, 3 * (b - t) + 40);
}
function row(k, text) {
  const button = document.createElement('button');
  button.className = 'row';
  button.textContent = text;
  button.onclick = () => choose(k);
  return button;
}
get('find').oninput = () => {
  const word = get('find').value, rows = [];
  if (word === '') choose(-1);
  const exact = word === '' ? -1 : data.nets.indexOf(word);
  if (exact >= 0) rows.push(row(exact, word));
  for (let k = 0; word !== '' && k < data.nets.length && rows.length < 20; k++)
    if (k !== exact && data.nets[k].includes(word)) rows.push(row(k, data.nets[k]));
  get('found').replaceChildren(...rows);
};
get('find').onkeydown = e => {
  const first = get('found').firstChild;
  if (e.key === 'Enter' && first) first.click();
};
let drag = null;
function under(x, y) {
  let i = n - 1;
  while (i >= 0 && (net[i] < 0 || kind[i] === 4 || !visible(i, x, y, x, y))) i--;
  return i < 0 ? -1 : net[i];
}
function point(e) {
  const box = view.getBoundingClientRect();
  return [(e.clientX - box.left - left) / zoom, (e.clientY - box.top - top_) / zoom];
}
view.onpointerdown = e => {
  drag = [e.clientX - left, e.clientY - top_, e.clientX, e.clientY];
  view.setPointerCapture(e.pointerId);
};
view.onpointerup = e => {
  const still = drag && Math.hypot(e.clientX - drag[2], e.clientY - drag[3]) < 4;
  drag = null;
  if (!still) return;
  const k = under(...point(e));
  select(k < 0 ? [] : [k]);
};
view.onpointermove = e => {
  const box = view.getBoundingClientRect(), tip = get('tip');
  tip.style.display = 'none';
  if (drag) {
    left = e.clientX - drag[0];
    top_ = e.clientY - drag[1];
    later();
    return;
  }
  const [x, y] = point(e), k = under(x, y);
  get('place').textContent = place(x, y);
  if (k < 0) return;
  tip.textContent = title(k);
  tip.style.left = e.clientX - box.left + 12 + 'px';
  tip.style.top = e.clientY - box.top + 12 + 'px';
  tip.style.display = 'block';
};
let failure = -1;
const middle = factor => about(view.clientWidth / 2, view.clientHeight / 2, factor);
function move(x, y) {
  left -= x * view.clientWidth / 8;
  top_ -= y * view.clientHeight / 8;
  later();
}
const keys = {
  ArrowLeft: () => move(-1, 0),
  ArrowRight: () => move(1, 0),
  ArrowUp: () => move(0, -1),
  ArrowDown: () => move(0, 1),
  '+': () => middle(1.5),
  '=': () => middle(1.5),
  '-': () => middle(1 / 1.5),
  0: whole,
  '/': () => get('find').focus(),
  n: () => {
    if (data.failed.length === 0) return;
    failure = (failure + 1) % data.failed.length;
    choose(data.failed[failure]);
  },
};
addEventListener('keydown', e => {
  if (e.key === 'Escape') {
    get('find').value = '';
    get('found').replaceChildren();
    select([]);
    view.focus();
  } else if (e.target.tagName !== 'INPUT' && !e.ctrlKey && !e.altKey && !e.metaKey &&
             Object.hasOwn(keys, e.key)) {
    e.preventDefault();
    keys[e.key]();
  }
});
view.onwheel = e => {
  e.preventDefault();
  const box = view.getBoundingClientRect();
  about(e.clientX - box.left, e.clientY - box.top, Math.exp(-e.deltaY / 400));
};
get('in').onclick = () => middle(1.5);
get('out').onclick = () => middle(1 / 1.5);
get('fit').onclick = whole;
parts.forEach((name, k) => {
  if (name === '') return;
  const label = document.createElement('label'), box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = true;
  box.onchange = () => {
    shown[k] = box.checked;
    later();
  };
  label.append(box, ' ' + name);
  get('layers').append(label);
});
if (data.failed.length > 0) {
  get('failures').hidden = false;
  get('many').textContent = data.failed.length;
  get('list').append(...data.failed.slice(0, 1000).map(
    k => row(k, title(k))));
}
function turn(k) {
  frame = k;
  get('slide').value = k;
  get('caption').textContent = data.captions[k];
  later();
}
let clock = 0;
function play() {
  clearInterval(clock);
  clock = clock ? 0 : setInterval(() => turn((frame + 1) % data.frames), 80);
  get('play').textContent = clock ? 'stop' : 'play';
}
decode();
note_runs();
if (data.frames > 0) {
  get('film').hidden = false;
  get('slide').max = data.frames - 1;
  get('slide').oninput = () => turn(Number(get('slide').value));
  get('play').onclick = play;
  turn(0);
}
addEventListener('resize', later);
whole();
select(data.asked);
view.setAttribute('aria-label', 'Picture of ' + document.title + ': ' + data.nets.length +
  ' nets, ' + data.failed.length + ' not routed. Names and facts of nets are in the panel.');
