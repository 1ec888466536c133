// Uses a page as a reader would, and writes what it sees into an element at the page's end. browser.sh
// appends this script to the page.
'use strict';
(() => {
const saw = [];

// A hidden page may get no animation frames: draw at once.
const settle = () => new Promise(done => setTimeout(() => {
  draw();
  done();
}, 20));

// How many pixels of the canvas are not paper, and a sum that changes with any of them.
function look() {
  const bytes = pen.getImageData(0, 0, view.width, view.height).data;
  let inked = 0, sum = 0;
  for (let i = 0; i < bytes.length; i += 4) {
    const value = bytes[i] + 256 * bytes[i + 1] + 65536 * bytes[i + 2];
    inked += value !== 0xffffff;
    sum = (sum * 31 + value) % 4294967291;
  }
  return {inked, sum};
}

// The pixels above and below the picture that are not paper; its edge is blurred.
function outside() {
  const ratio = devicePixelRatio || 1, low = Math.ceil((top_ + data.height * zoom) * ratio) + 1;
  const above = pen.getImageData(0, 0, view.width, Math.max(1, Math.floor(top_ * ratio) - 1)).data;
  const below = pen.getImageData(0, low, view.width, Math.max(1, view.height - low)).data;
  return [...above, ...below].filter(byte => byte !== 255).length;
}

// The pixels of nets in conflict, which an open design has none of at the end.
function conflicts() {
  const bytes = pen.getImageData(0, 0, view.width, view.height).data;
  let count = 0;
  for (let i = 0; i < bytes.length; i += 4)
    count += bytes[i] === 0x85 && bytes[i + 1] === 0x5d && bytes[i + 2] === 0x84;
  return count;
}

async function film() {
  const first = conflicts();
  get('slide').value = data.frames - 1;
  get('slide').dispatchEvent(new Event('input'));
  await settle();
  const last = conflicts();
  saw.push(first > 4 * last + 1000 ? 'conflicts that end' : 'CONFLICTS ' + first + ', ' + last);
}

async function drive() {
  await settle();
  const opened = look().sum;
  saw.push('opens with ' + [...wanted].map(k => data.nets[k]));
  select([]);
  await settle();
  saw.push(look().sum === opened ? 'opens without a veil' : 'VEIL');
  saw.push('load ' + Math.round(performance.now()) + ' ms');
  const whole_ = look();
  saw.push('drawn in ' + document.body.dataset.milliseconds + ' ms, ' + n + ' parts');
  saw.push(whole_.inked > 1000 ? 'ink' : 'NO INK');
  saw.push('outside ' + outside());

  const wheel = {deltaY: -400, clientX: 500, clientY: 300, bubbles: true, cancelable: true};
  const before = zoom;
  view.dispatchEvent(new WheelEvent('wheel', wheel));
  await settle();
  saw.push(zoom > 2 * before && look().sum !== whole_.sum ? 'zoom' : 'NO ZOOM');
  const zoomed = look().sum, x = left;
  const at = (kind, clientX) => view.dispatchEvent(
    new PointerEvent(kind, {clientX, clientY: 300, pointerId: 1, bubbles: true}));
  view.setPointerCapture = () => 0;
  at('pointerdown', 500);
  at('pointermove', 620);
  at('pointerup', 620);
  await settle();
  saw.push(Math.abs(left - x - 120) < 1 && look().sum !== zoomed ? 'pan' : 'NO PAN');
  get('fit').click();
  await settle();
  saw.push(look().sum === whole_.sum ? 'whole' : 'NOT WHOLE');

  const boxes = get('layers').querySelectorAll('input');
  let layers = 0;
  for (let k = 0; k < data.layers.length; k++) {
    boxes[k].click();
    await settle();
    layers += look().sum !== whole_.sum;
    boxes[k].click();
  }
  await settle();
  saw.push('layers that change the picture: ' + layers + ' of ' + data.layers.length);
  saw.push(look().sum === whole_.sum ? 'layers back' : 'LAYERS NOT BACK');

  const wanted_ = data.nets[data.nets.length - 1], find = get('find');
  const started = performance.now();
  find.value = wanted_;
  find.dispatchEvent(new Event('input'));
  find.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter'}));
  await settle();
  saw.push('found in ' + Math.round(performance.now() - started) + ' ms');
  saw.push(get('note').textContent.startsWith(wanted_) && look().sum !== whole_.sum
    ? 'search' : 'NO SEARCH');
  find.value = '';
  find.dispatchEvent(new Event('input'));

  const rows = get('list').children;
  saw.push('failures: ' + get('many').textContent + ', rows ' + rows.length);
  if (rows.length > 0) {
    rows[0].click();
    await settle();
    saw.push(get('note').textContent.includes('unrouted') ? 'failure' : 'NO FAILURE');
  }
  await ways();
  if (data.frames > 0)
    await film();
}

// The middle of a part of a net on a layer, in pixels of the window, where nothing covers it.
function spot() {
  const box = view.getBoundingClientRect();
  for (let i = n - 1; i >= 0; i--) {
    if (kind[i] !== 1 || net[i] < 0 || part[i] >= data.layers.length) continue;
    const x = A[i] + C[i] / 2, y = B[i] + D[i] / 2;
    if (under(x, y) !== net[i]) continue;
    return {k: net[i], x, y, clientX: x * zoom + left + box.left, clientY: y * zoom + top_ + box.top};
  }
  return null;
}

// Place of the cursor, scale bar, click, keyboard, the ways to a net.
async function ways() {
  const press = key => view.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
  press('Escape');
  press('0');
  await settle();
  const plain = look().sum, at = spot(), stroke = pen.stroke;
  let strokes = 0;
  pen.stroke = () => strokes++;
  await settle();
  pen.stroke = stroke;
  saw.push(strokes <= kind.filter(k => k === 4).length ? 'no strokes of stripes' : 'STROKES ' + strokes);
  const point = kind => view.dispatchEvent(new PointerEvent(
    kind, {clientX: at.clientX, clientY: at.clientY, pointerId: 1, bubbles: true}));
  point('pointermove');
  saw.push('place ' + get('place').textContent);
  saw.push('tip ' + (get('tip').textContent.startsWith(data.nets[at.k]) ? 'names' : 'NOT'));
  const bar = parseFloat(get('bar').style.width), size = parseFloat(get('length').textContent);
  const unit = data.x[2] / data.x[3] * data.x[4] * zoom;
  saw.push(bar > 0 && bar <= 151 && Math.abs(bar - size * unit) < 0.01 ? 'scale bar'
    : 'SCALE BAR ' + [bar, size, unit]);
  point('pointerdown');
  point('pointerup');
  await settle();
  saw.push(wanted.has(at.k) && wanted.size === 1 && look().sum !== plain &&
    get('note').textContent.includes('layers: ') ? 'click' : 'NO CLICK ' + get('note').textContent);
  press('Escape');
  await settle();
  saw.push(look().sum === plain && get('note').textContent === '' ? 'escape' : 'NO ESCAPE');
  const x = left, z = zoom;
  press('ArrowRight');
  press('+');
  saw.push(left < x && zoom > z ? 'keys' : 'NO KEYS');
  press('0');
  press('/');
  saw.push(document.activeElement === get('find') ? 'slash' : 'NO SLASH');
  get('find').blur();
  press('n');
  saw.push(data.failed.length === 0 || wanted.has(data.failed[0]) ? 'next' : 'NO NEXT');
  press('Escape');
  show(at.x - 20, at.y - 20, 40, 40);
  const letters = [], write = pen.fillText;
  pen.fillText = (...it) => letters.push(it[0]);
  await settle();
  pen.fillText = write;
  saw.push(letters.includes(data.nets[at.k]) ? 'name at zoom' : 'NO NAME ' + letters.slice(0, 9));
  const film_ = get('film').getBoundingClientRect(), box = view.getBoundingClientRect();
  saw.push(film_.height === 0 || film_.top >= box.bottom ? 'picture uncovered' : 'COVERED');
  saw.push(view.getAttribute('aria-label').includes(data.nets.length + ' nets') && view.tabIndex === 0
    ? 'label' : 'NO LABEL');
}

addEventListener('load', () => drive().catch(fault => saw.push('FAULT ' + fault)).then(() => {
  const list = document.createElement('pre');
  list.id = 'saw';
  list.textContent = '\nSAW ' + saw.join('\nSAW ') + '\n';
  document.body.append(list);
}));
})();
