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
const from = new Uint16Array(n), to = new Uint16Array(n);
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
      const up = take(), length = take();
      const bytes = Uint8Array.from(raw.substr(at, length), c => c.charCodeAt(0));
      at += length;
      const words = new TextDecoder().decode(bytes), wide = words.length * 7 * size;
      extra.set(i, [tx, ty, size, up, words]);
      if (up) box(i, tx, ty - wide, 9 * size, wide);
      else box(i, tx, ty, wide, 9 * size);
    } else if (k === 6) {
      box(i, signed(), signed(), take(), take());
      extra.set(i, [take(), take(), take()]);
      colour[i] = take();
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
let zoom = 1, left = 0, top_ = 0, wanted = -1, frame = 0, waits = false;
function later() {
  if (!waits) requestAnimationFrame(draw);
  waits = true;
}
function stripes(i) {
  const s = extra.get(i), w = C[i], h = D[i];
  pen.lineWidth = s[0];
  pen.beginPath();
  for (let a = s[0] / 2 - s[2]; a < w + h / 2; a += s[1]) {
    if (a <= 0) continue;
    pen.moveTo(A[i] + Math.max(0, a - h / 2), B[i] + Math.min(2 * a, h));
    pen.lineTo(A[i] + Math.min(a, w), B[i] + Math.max(0, 2 * (a - w)));
  }
  pen.stroke();
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
      pen.fillText(e[4], 0, 0);
      pen.restore();
    } else {
      pen.fillText(e[4], e[0], e[1] + 7 * e[2]);
    }
  } else if (k === 6 && C[i] * zoom > 3) {
    stripes(i);
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
    if (only >= 0 && net[i] !== only) continue;
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
      sheet(i, runs.get(i), only);
      i = runs.get(i) - 1;
      continue;
    }
    if (only >= 0 && net[i] !== only) continue;
    if (!visible(i, l - thin, t - thin, r, b)) continue;
    if (colour[i] !== ink) {
      ink = colour[i];
      pen.fillStyle = pen.strokeStyle = data.colours[ink];
    }
    one(i, thin);
  }
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
  pass(-1);
  if (wanted >= 0) {
    pen.save();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = '#ffffffc0';
    pen.fillRect(0, 0, w, h);
    pen.restore();
    pass(wanted);
  }
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
function choose(k) {
  let l = 1e9, t = 1e9, r = -1e9, b = -1e9;
  wanted = k;
  for (let i = 0; i < n; i++) {
    if (net[i] !== k) continue;
    l = Math.min(l, A[i]);
    t = Math.min(t, B[i]);
    r = Math.max(r, A[i] + C[i]);
    b = Math.max(b, B[i] + D[i]);
  }
  get('note').textContent = k < 0 ? '' : data.nets[k] + ': ' + data.notes[k];
  if (k < 0 || l > r) later();
  else show(l - (r - l) - 20, t - (b - t) - 20, 3 * (r - l) + 40, 3 * (b - t) + 40);
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
view.onpointerdown = e => {
  drag = [e.clientX - left, e.clientY - top_];
  view.setPointerCapture(e.pointerId);
};
view.onpointerup = () => {
  drag = null;
};
view.onpointermove = e => {
  const place = view.getBoundingClientRect(), tip = get('tip');
  tip.style.display = 'none';
  if (drag) {
    left = e.clientX - drag[0];
    top_ = e.clientY - drag[1];
    later();
    return;
  }
  const x = (e.clientX - place.left - left) / zoom;
  const y = (e.clientY - place.top - top_) / zoom;
  let i = n - 1;
  while (i >= 0 && (net[i] < 0 || kind[i] === 4 || !visible(i, x, y, x, y))) i--;
  if (i < 0) return;
  tip.textContent = data.nets[net[i]] + ': ' + data.notes[net[i]];
  tip.style.left = e.clientX - place.left + 12 + 'px';
  tip.style.top = e.clientY - place.top + 12 + 'px';
  tip.style.display = 'block';
};
view.onwheel = e => {
  e.preventDefault();
  const place = view.getBoundingClientRect();
  about(e.clientX - place.left, e.clientY - place.top, Math.exp(-e.deltaY / 400));
};
get('in').onclick = () => about(view.clientWidth / 2, view.clientHeight / 2, 1.5);
get('out').onclick = () => about(view.clientWidth / 2, view.clientHeight / 2, 1 / 1.5);
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
    k => row(k, data.nets[k] + ': ' + data.notes[k])));
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
