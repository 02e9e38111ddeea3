// A window of rows over a conversation of any length. Rows have ordinals from 1 to `count`; those
// near the screen are in the document, those further away are a height and nothing else.
import { h } from "./dom.js";

/** Heights of rows, with sums in logarithmic time (a Fenwick tree). */
class Heights {
  count = 0;
  #own = new Float64Array(1024);
  #tree = new Float64Array(1025);

  of(index) {
    return this.#own[index];
  }

  set(index, height) {
    const change = height - this.#own[index];
    if (!change) return;
    this.#own[index] = height;
    for (let i = index + 1; i < this.#tree.length; i += i & -i) this.#tree[i] += change;
  }

  grow(count, height) {
    if (count > this.#own.length) {
      const size = 2 ** Math.ceil(Math.log2(count));
      const own = new Float64Array(size);
      own.set(this.#own);
      own.fill(height, this.count, count);
      this.#own = own;
      this.#tree = new Float64Array(size + 1);
      for (let i = 1; i <= size; i += 1) {
        this.#tree[i] += own[i - 1];
        const above = i + (i & -i);
        if (above <= size) this.#tree[above] += this.#tree[i];
      }
    } else {
      for (let i = this.count; i < count; i += 1) this.set(i, height);
    }
    this.count = count;
  }

  /** The height of the first rows together. */
  sum(index) {
    let sum = 0;
    for (let i = index; i > 0; i -= i & -i) sum += this.#tree[i];
    return sum;
  }

  /** The row at a height, or the first one that has any. */
  find(y) {
    if (y < 0) y = 0;
    let index = 0;
    for (let step = this.#tree.length - 1; step > 0; step >>= 1) {
      const next = index + step;
      if (next < this.#tree.length && this.#tree[next] <= y) {
        index = next;
        y -= this.#tree[next];
      }
    }
    return Math.min(index, Math.max(0, this.count - 1));
  }
}

const chunk = 100;
const chunkOf = (ordinal) => Math.floor((ordinal - 1) / chunk);
// Browsers cut elements off at some 33 million pixels; above this, the canvas is a part that moves.
const tallest = 12_000_000;
const overscan = 700;
const mostRows = 200;
const mostItems = 6_000;
const guess = 76;

export class Rows {
  #scroller;
  #load;
  #render;
  #skeleton;
  #seen;
  #block;
  #canvas;
  count = 0;
  #heights = new Heights();
  #items = new Map();
  #holes = new Set();
  #stale = new Set();
  /** The chunks that were loaded: when each was last near, and whether all of it is known as it is now. */
  #chunks = new Map();
  #asked = new Set();
  #wanted = [];
  #nodes = new Map();
  #origin = 0;
  #anchor = { index: 0, offset: 0 };
  #atEnd = true;
  /** Questions and changes are counted: of each ordinal, and of messages that are not loaded, the last one. */
  #known = new Map();
  #doubted = 0;
  #renewed = 0;
  turn = 0;
  #frame;
  #width = 0;
  #resize;

  /**
   * `load(ordinal)` resolves with the items around it: {items, first, last}, between which no
   * other item is. `render(item, before)` makes a row's element; `skeleton()` one for the time until
   * it is loaded; `seen(from, to, atEnd)` hears which ordinals are on the screen.
   */
  constructor(scroller, { load, render, skeleton, seen }) {
    this.#scroller = scroller;
    this.#load = load;
    this.#render = render;
    this.#skeleton = skeleton;
    this.#seen = seen;
    this.#block = h("div.rows", { role: "feed", "aria-label": "Messages" });
    this.#canvas = h("div.canvas", this.#block);
    scroller.replaceChildren(this.#canvas);
    scroller.addEventListener("scroll", this.#onScroll, { passive: true });
    this.#resize = new ResizeObserver(() => {
      const isOther = this.#width !== scroller.clientWidth;
      this.#width = scroller.clientWidth;
      this.#draw(isOther);
    });
    this.#resize.observe(scroller);
    // What opens or comes later within a row changes its height; `toggle` does not bubble.
    this.#block.addEventListener("toggle", () => this.#draw(true), true);
    this.#block.addEventListener("grown", () => this.#draw(true));
  }

  end() {
    this.#resize.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#scroller.removeEventListener("scroll", this.#onScroll);
    this.#load = undefined;
  }

  get atEnd() {
    return this.#atEnd;
  }

  item(ordinal) {
    return this.#items.get(ordinal);
  }

  /** The item, null where there is none, and undefined where that is not known. */
  known(ordinal) {
    return ordinal > this.count || this.#holes.has(ordinal) ? null : this.#items.get(ordinal);
  }

  find(message) {
    for (const item of this.#items.values()) if (item.message === message) return item;
  }

  /** Says how many rows there are. */
  grow(count) {
    if (count <= this.count) return;
    this.count = count;
    this.#heights.grow(count, guess);
    this.#schedule();
  }

  /** Takes a page of items between which no others are; `turn` is that of its question. */
  take({ items, first, last, turn = 0 }) {
    if (turn < this.#doubted) return this.#schedule();
    const isOld = (key) => this.#known.get(key) > turn;
    // A page from before a renewal does for what is not known at all.
    const isBefore = turn < this.#renewed;
    this.grow(last);
    const late = [];
    for (const item of items) {
      if (isOld(item.message)) this.#known.set(item.ordinal, this.turn);
      if (isOld(item.ordinal)) late.push(item.ordinal);
      else {
        this.#known.set(item.ordinal, turn);
        this.#keep(item);
        if (isBefore) this.#stale.add(item.ordinal);
      }
    }
    for (let ordinal = first; ordinal <= last; ordinal += 1) {
      if (isOld(ordinal)) continue;
      // An item that came while the page was on its way is no hole; an old one may be gone.
      if (!isBefore && this.#stale.delete(ordinal)) this.#items.delete(ordinal);
      if (this.#items.has(ordinal)) continue;
      this.#holes.add(ordinal);
      this.#heights.set(ordinal - 1, 0);
    }
    for (let n = chunkOf(first); n <= chunkOf(last); n += 1) {
      if (this.#missing(n) === undefined) this.#chunks.set(n, { near: performance.now(), isNow: true });
    }
    // What changed meanwhile is asked for again.
    for (const ordinal of late) this.#chunks.delete(chunkOf(ordinal));
    this.#schedule();
  }

  /** The first ordinal of a chunk of which nothing is known. */
  #missing(n) {
    const last = Math.min((n + 1) * chunk, this.count);
    for (let ordinal = n * chunk + 1; ordinal <= last; ordinal += 1) {
      if (this.#stale.has(ordinal) || (!this.#items.has(ordinal) && !this.#holes.has(ordinal))) return ordinal;
    }
  }

  /** Puts a new or changed item. */
  put(item) {
    this.#known.set(item.ordinal, ++this.turn);
    if (item.ordinal > this.count) {
      // What lies between was never sent to this viewer, or is on its way: it is asked for.
      if (item.ordinal > this.count + 1) this.#chunks.delete(chunkOf(this.count + 1));
      this.grow(item.ordinal);
    } else if (!this.#items.has(item.ordinal) && !this.#holes.has(item.ordinal)) {
      return;
    }
    this.#keep(item);
    this.#schedule();
  }

  /** Keeps an item; one that says the same as before stays, and with it its row and what is open in it. */
  #keep(item) {
    this.#holes.delete(item.ordinal);
    this.#stale.delete(item.ordinal);
    const known = this.#items.get(item.ordinal);
    if (!known || JSON.stringify(known) !== JSON.stringify(item)) this.#items.set(item.ordinal, item);
  }

  /** Changes what is known of an item. */
  change(ordinal, fields) {
    const item = this.#items.get(ordinal);
    if (!item) return;
    const isStale = this.#stale.has(ordinal);
    this.put({ ...item, ...fields });
    // Of the rest of it nothing new is known.
    if (isStale) this.#stale.add(ordinal);
  }

  /** Makes the rows anew, as where the unread line has moved. */
  refresh() {
    for (const node of this.#nodes.values()) node.item = undefined;
    this.#schedule();
  }

  /** Takes a message that is not loaded from no page that is on its way. */
  doubt(message) {
    this.#known.set(message, ++this.turn);
  }

  /** Asks again for what is on the screen, and for the rest when it comes there: other items may have changed with one. */
  renew() {
    this.#renewed = ++this.turn;
    for (const known of this.#chunks.values()) known.isNow = false;
    this.#stale = new Set(this.#items.keys());
    this.#schedule();
  }

  /** Asks again for what is known; what is shown stays until it comes. No page from before `turn` is taken. */
  reload(turn = ++this.turn) {
    this.#doubted = Math.max(this.#doubted, turn);
    this.#chunks.clear();
    for (const ordinal of this.#items.keys()) {
      if (!this.#nodes.has(ordinal - 1)) this.#items.delete(ordinal);
    }
    this.#holes.clear();
    this.#stale = new Set(this.#items.keys());
    this.#schedule();
  }

  /** The row that was gone to and is not there yet. */
  #beyond;

  /** Goes to a row: to the top of the screen, or `offset` pixels below it. */
  jump(ordinal, offset = 0) {
    const index = Math.max(0, Math.min(ordinal, this.count) - 1);
    this.#atEnd = false;
    this.#anchor = { index, offset: -offset };
    this.#beyond = ordinal > this.count ? ordinal : undefined;
    this.#draw(false, true);
  }

  /** How much of all rows is above the screen. */
  get #top() {
    return this.#scroller.scrollTop + this.#origin;
  }

  /** The row that stands where a link puts its own, so that a link written now leads here again. */
  get reading() {
    return this.#beyond ?? this.#heights.find(this.#top + 81) + 1;
  }

  jumpToEnd() {
    this.#atEnd = true;
    this.#beyond = undefined;
    this.#draw(false, true);
  }

  /** The element of a row that is drawn. */
  element(ordinal) {
    return this.#nodes.get(ordinal - 1)?.element;
  }

  /** The next row that there is, in a direction. */
  neighbour(ordinal, step) {
    for (let next = ordinal + step; next >= 1 && next <= this.count; next += step) {
      if (!this.#holes.has(next)) return next;
    }
  }

  #onScroll = () => {
    this.#follow();
    this.#schedule();
  };

  /** Takes over the scroll position of the reader, also before the event tells it. */
  #follow() {
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
    if (Math.abs(scrollTop - this.#placed) < 1) return;
    this.#placed = scrollTop;
    this.#beyond = undefined;
    const top = scrollTop + this.#origin;
    const index = this.#heights.find(top);
    this.#anchor = { index, offset: top - this.#heights.sum(index) };
    const isLastPart = this.#origin + tallest >= this.#heights.sum(this.count) - 1;
    this.#atEnd = isLastPart && scrollTop + clientHeight >= scrollHeight - 4;
  }

  #placed = 0;

  #schedule() {
    this.#frame ??= requestAnimationFrame(() => this.#draw());
  }

  #draw(isOtherWidth = false, mayMoveOrigin = false) {
    cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    if (!this.#load || !this.#scroller.clientHeight) return;
    if (!mayMoveOrigin) this.#follow();
    // Rows have their true height once they are drawn, which may bring others onto the screen.
    for (let round = 0; round < 4; round += 1) {
      this.#place(mayMoveOrigin);
      if (!this.#fillWindow(isOtherWidth && round === 0)) break;
    }
    this.#place(mayMoveOrigin);
    this.#want();
    const from = this.#heights.find(this.#top) + 1;
    const to = this.#heights.find(this.#top + this.#scroller.clientHeight - 1) + 1;
    this.#seen(from, to, this.#atEnd);
  }

  /** Sets the scroll position so that the anchor stays where it is. */
  #place(mayMoveOrigin) {
    const total = this.#heights.sum(this.count);
    const view = this.#scroller.clientHeight;
    const height = Math.min(total, tallest);
    let top = this.#atEnd
      ? total - view
      : this.#heights.sum(this.#anchor.index) + this.#anchor.offset;
    top = Math.max(0, Math.min(top, total - view));
    const room = total - height;
    const local = top - this.#origin;
    const isNearEdge =
      (local < tallest / 8 && this.#origin > 0) || (local > (tallest * 7) / 8 && this.#origin < room);
    if (!room) this.#origin = 0;
    else if (mayMoveOrigin || isNearEdge || this.#origin > room) {
      this.#origin = Math.max(0, Math.min(Math.round(top - height / 2), room));
    }
    this.#canvas.style.height = `${Math.max(height, view)}px`;
    // Few rows lie at the bottom, as on paper that is pulled out of a machine.
    this.#block.style.top = `${this.#heights.sum(this.#first) - this.#origin + Math.max(0, view - total)}px`;
    const wanted = top - this.#origin;
    if (Math.abs(this.#scroller.scrollTop - wanted) >= 1) this.#scroller.scrollTop = wanted;
    this.#placed = this.#scroller.scrollTop;
  }

  #first = 0;

  /** Draws the rows of the window; whether a height has changed. */
  #fillWindow(measuresAll) {
    const top = this.#top;
    const first = this.#heights.find(top - overscan);
    const last = Math.min(this.count - 1, this.#heights.find(top + this.#scroller.clientHeight + overscan));
    const drawn = [];
    for (let index = first; index <= last && drawn.length < mostRows; index += 1) {
      if (!this.#holes.has(index + 1)) drawn.push(index);
    }
    this.#first = drawn[0] ?? 0;
    const wanted = new Set(drawn);
    const focused = this.#block.contains(document.activeElement) ? document.activeElement : undefined;
    for (const [index, node] of this.#nodes) {
      if (wanted.has(index)) continue;
      if (focused && node.element.contains(focused)) this.#scroller.focus({ preventScroll: true });
      node.element.remove();
      this.#nodes.delete(index);
    }
    const fresh = [];
    let next = this.#block.firstChild;
    for (const index of drawn) {
      const item = this.#items.get(index + 1);
      const before = item && this.#before(index + 1);
      let node = this.#nodes.get(index);
      if (!node || node.item !== item || node.before !== before || (!item && !node.isSkeleton)) {
        const element = item ? this.#render(item, before) : this.#skeleton();
        if (!item) element.style.height = `${this.#heights.of(index) || guess}px`;
        else {
          element.ariaPosInSet = index + 1;
          element.ariaSetSize = this.count;
          element.dataset.ordinal = index + 1;
        }
        const hadFocus = focused && node?.element.contains(focused);
        if (node) {
          if (next === node.element) next = next.nextSibling;
          node.element.remove();
        }
        node = { element, item, before, isSkeleton: !item };
        this.#nodes.set(index, node);
        fresh.push(index);
        this.#block.insertBefore(element, next);
        if (hadFocus) element.focus({ preventScroll: true });
      } else if (node.element === next) {
        next = next.nextSibling;
        continue;
      } else {
        this.#block.insertBefore(node.element, next);
      }
    }
    let hasChanged = false;
    for (const index of measuresAll ? drawn : fresh) {
      const { element, item } = this.#nodes.get(index);
      if (!item) continue;
      const height = element.getBoundingClientRect().height;
      if (Math.abs(height - this.#heights.of(index)) < 0.01) continue;
      if (index === this.#anchor.index && this.#anchor.offset > height) {
        this.#anchor.offset = (this.#anchor.offset / this.#heights.of(index)) * height;
      }
      this.#heights.set(index, height);
      hasChanged = true;
    }
    this.#block.ariaBusy = drawn.some((index) => !this.#items.has(index + 1));
    return hasChanged;
  }

  /** The item before a row, if all between is known. */
  #before(ordinal) {
    let before = ordinal - 1;
    while (this.#holes.has(before)) before -= 1;
    return before ? this.#items.get(before) : null;
  }

  /** Asks for what the window and its neighbourhood lack; what is no longer near is not asked. */
  #want() {
    const view = this.#scroller.clientHeight;
    const top = this.#top;
    const at = (y) => chunkOf(this.#heights.find(y) + 1);
    const wanted = [];
    for (let n = at(top); n <= at(top + view); n += 1) wanted.push(n);
    const [low, high] = [at(top - 6 * view) - 1, at(top + 7 * view) + 1];
    for (let n = wanted[0] - 1; n >= low; n -= 1) wanted.push(n);
    for (let n = at(top + view) + 1; n <= high; n += 1) wanted.push(n);
    const most = chunkOf(this.count);
    // What is known as it was does until it is drawn.
    const [first, last] = [at(top - overscan), at(top + view + overscan)];
    this.#wanted = wanted.filter((n) => {
      const known = this.#chunks.get(n);
      if (known) known.near = performance.now();
      return n >= 0 && n <= most && !this.#asked.has(n) && !(known && (known.isNow || n < first || n > last));
    });
    this.#pump();
  }

  #pump() {
    while (this.#asked.size < 3 && this.#wanted.length && this.#load) {
      const n = this.#wanted.shift();
      this.#asked.add(n);
      this.#loadChunk(n).then(
        () => this.#asked.delete(n),
        // The connection shows itself; what is still wanted is asked for again.
        () => setTimeout(() => {
          this.#asked.delete(n);
          this.#schedule();
        }, 1_000),
      ).finally(() => this.#load && (this.#forget(), this.#schedule()));
    }
  }

  async #loadChunk(n) {
    let next = Math.min(n * chunk + chunk / 2, this.count);
    for (let tries = 0; tries < chunk; tries += 1) {
      const page = await this.#load(next);
      if (!this.#load) return;
      this.take(page);
      next = this.#missing(n);
      if (next === undefined) return;
    }
  }

  /** Forgets the words of what was not near for longest; the heights stay. */
  #forget() {
    for (const [n] of [...this.#chunks].sort(([, a], [, b]) => a.near - b.near)) {
      // Chunks without an item are no burden: to forget them would mean to ask for them again and again.
      if (this.#items.size <= mostItems) break;
      this.#chunks.delete(n);
      for (let ordinal = n * chunk + 1; ordinal <= (n + 1) * chunk; ordinal += 1) {
        if (!this.#nodes.has(ordinal - 1)) this.#items.delete(ordinal);
      }
    }
  }
}
