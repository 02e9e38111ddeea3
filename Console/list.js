// A person's list of conversations.
import { ago, fill, h, icon, number, pictures, reconcile, soon, today } from "./dom.js";

const order = (a, b) =>
  b.pinned - a.pinned || b.lastActivityAt - a.lastActivityAt || (a.conversation < b.conversation ? -1 : 1);

/** The list, kept by changes; asks again only for rows that changed. */
export class List extends EventTarget {
  #frame;
  #search;
  #selected;
  rows = new Map();
  typing = new Map();
  total = 0;
  #nodes = new Map();
  #next;
  #loading;
  #loaded = 0;
  #dirty = new Set();
  /** The newest presence of each person since the list was asked for; an answer may be older. */
  #signs = new Map();
  /** Questions are counted: no answer overwrites that to a later one. */
  #turn = 0;
  #answered = new Map();
  #filter = "active";
  #isHeld = false;

  constructor(reader, { open }) {
    super();
    this.reader = reader;
    this.open = open;
    this.element = h("div.list-scroll", { onscroll: () => this.#more() });
    // A row that is drawn anew under the pointer would take no click.
    const hold = () => {
      this.#isHeld = true;
      const end = new AbortController();
      const release = () => {
        end.abort();
        // By touch the click is a later task.
        setTimeout(() => { this.#isHeld = false; this.draw(); }, 100);
      };
      for (const name of ["pointerup", "pointercancel", "contextmenu", "blur"]) addEventListener(name, release, { signal: end.signal });
    };
    this.items = h("ul.conversations", { "aria-label": "Conversations", onkeydown: (event) => this.#keys(event), onpointerdown: hold });
    this.element.append(this.items);
  }

  async load() {
    const turn = ++this.#turn;
    this.#signs.clear();
    let page = await this.#page();
    const items = [...page.items];
    // Who has scrolled on stays there.
    while (page.next && items.length < this.#loaded) {
      page = await this.#page(page.next);
      items.push(...page.items);
    }
    if (!this.#isNewest("", turn)) return;
    this.#next = page.next;
    this.#loaded = items.length;
    for (const id of this.rows.keys()) if (this.#isNewest(id, turn)) this.rows.delete(id);
    for (const row of items) if (this.#isNewest(row.conversation, turn)) this.rows.set(row.conversation, row);
    this.isLoaded = true;
    this.draw();
    this.#count();
  }

  /** What is to be shown from the next question on. */
  narrow(words, filter) {
    this.#search = words;
    this.#filter = filter;
    this.#loaded = 0;
  }

  /** What is asked for the list. */
  get query() {
    return ["conversations", { limit: 50, filter: this.#filter, search: this.#search }];
  }

  #page(cursor) {
    const [name, fields] = this.query;
    return this.reader.ask(name, { ...fields, cursor });
  }

  #more() {
    const { scrollTop, clientHeight, scrollHeight } = this.element;
    if (!this.#next || this.#loading || scrollTop + clientHeight < scrollHeight - 800) return;
    const turn = ++this.#turn;
    this.#loading = this.#page(this.#next).then((page) => {
      if (!this.#isNewest("", turn)) return;
      this.#next = page.next;
      this.#loaded += page.items.length;
      for (const row of page.items) {
        const id = row.conversation;
        if (!this.rows.has(id) && this.#isNewest(id, turn)) this.rows.set(id, row);
      }
      this.draw();
    }, () => {}).finally(() => { this.#loading = undefined; });
  }

  #count = soon(150, async () => {
    const unread = await this.reader.ask("unread").catch(() => {});
    if (!unread) return;
    this.total = unread.badge ?? unread.total;
    this.dispatchEvent(new Event("total"));
  });

  /** Takes a change of the stream. */
  take(change) {
    if (change.type === "typing") {
      if (change.users.length) this.typing.set(change.conversation, change.text);
      else this.typing.delete(change.conversation);
      this.#drawSoon();
    } else if (change.type === "presence") {
      this.#signs.set(change.user, change);
      this.#drawSoon();
    } else if (change.conversation) {
      this.#dirty.add(change.conversation);
      this.#freshen();
    } else if (change.type === "erased" || change.type === "profile") {
      for (const id of this.rows.keys()) this.#dirty.add(id);
      this.#freshen();
    }
  }

  forgetTyping() {
    this.typing.clear();
    this.#drawSoon();
  }

  #freshen = soon(40, async () => {
    const ids = [...this.#dirty];
    this.#dirty.clear();
    if (ids.length > 12 || this.#search) return this.load().catch(() => {});
    const turn = ++this.#turn;
    await Promise.all(ids.map(async (id) => {
      try {
        const row = await this.reader.ask("conversation", { conversation: id });
        if (this.#search || !this.#isNewest(id, turn)) return;
        const place = row.hidden ? "hidden" : row.membership !== "active" ? "former" : row.archived ? "archived" : "active";
        if (["all", place].includes(this.#filter)) this.rows.set(id, row);
        else this.rows.delete(id);
      } catch (error) {
        if (error.code === "notFound" && this.#isNewest(id, turn)) this.rows.delete(id);
      }
    }));
    this.draw();
    this.#count();
  });

  /** Whether no later question about a row, or about the list (""), is answered yet. */
  #isNewest(id, turn) {
    if (this.#answered.get(id) > turn) return false;
    this.#answered.set(id, turn);
    return true;
  }

  #drawSoon() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.draw();
    });
  }

  /** Marks the open conversation. */
  select(conversation) {
    this.#selected = conversation;
    this.draw();
  }

  draw() {
    if (this.#isHeld) return;
    for (const [id, row] of this.rows) {
      const sign = row.kind === "direct" && this.#signs.get(row.avatars[0]?.user);
      if (sign && sign.online !== row.online) this.rows.set(id, { ...row, online: sign.online });
    }
    const date = today();
    const rows = [...this.rows.values()];
    // A search and the filters have the server's own order.
    if (!this.#search) rows.sort(order);
    const wanted = rows.map((row) => {
      const typing = this.typing.get(row.conversation);
      const isSelected = row.conversation === this.#selected;
      let node = this.#nodes.get(row.conversation);
      if (!node || node.row !== row || node.typing !== typing || node.isSelected !== isSelected || node.date !== date) {
        const hadFocus = node?.element.contains(document.activeElement);
        const element = this.#row(row, typing, isSelected);
        if (node) node.element.replaceWith(element);
        if (hadFocus) element.firstChild.focus();
        node = { row, typing, isSelected, date, element };
        this.#nodes.set(row.conversation, node);
      }
      return node.element;
    });
    for (const id of this.#nodes.keys()) if (!this.rows.has(id)) this.#nodes.delete(id);
    if (wanted.length === 0) {
      const words = this.#search ? "Nothing is found." : this.#filter === "active" ? "No conversations yet." : "Nothing here.";
      fill(this.items, h("li.empty", words));
    } else {
      reconcile(this.items, wanted);
    }
    this.dispatchEvent(new Event("drawn"));
  }

  #row(row, typing, isSelected) {
    const last = row.last;
    const who = last && last.kind !== "system" && row.kind !== "direct" && last.sender
      ? `${last.sender === this.reader.person ? "You" : last.senderName}: `
      : last?.sender === this.reader.person && last?.kind !== "system" ? "You: " : "";
    const facts = [
      row.title, row.online && "online", row.unread > 0 && `${row.unread} unread`,
      typing ?? (last && who + last.preview),
    ].filter(Boolean).join(", ");
    return h("li",
      h(`button.conversation${isSelected ? ".selected" : ""}${row.unread ? ".unread" : ""}`, {
        "aria-current": isSelected ? "true" : undefined, "aria-label": facts,
        "data-conversation": row.conversation, onclick: () => this.open(row.conversation),
      },
      pictures(row),
      h("span.conversation-top",
        h("span.title", { dir: "auto" }, row.title),
        row.pinned && icon("pin"), row.muted && icon("mute"),
        h("time", ago(row.lastActivityAt))),
      h("span.conversation-bottom",
        typing
          ? h("span.preview-text.typing", typing)
          : h("span.preview-text", { dir: "auto" }, h("bdi", who), last?.preview ?? ""),
        row.unread > 0 && h(`span.badge${row.muted ? ".quiet" : ""}`, row.unread > 999 ? "999+" : number(row.unread)))));
  }

  #keys(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const buttons = [...this.items.querySelectorAll("button")];
    buttons[buttons.indexOf(document.activeElement) + step]?.focus();
    event.preventDefault();
  }
}
