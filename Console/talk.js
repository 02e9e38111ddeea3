// A conversation: its rows, what one says, and what is known of the others.
import {
  ask, avatar, clock, count, day, dayKey, fill, h, icon, iconButton, later, moment, pictures, refused, rest, sentence, soon, toast,
} from "./dom.js";
import { face, pending, row, skeleton, tapbacks } from "./message.js";
import { outboxOf } from "./outbox.js";
import { Rows } from "./rows.js";
import { showSource } from "./source.js";

const emoji = ["👍", "❤️", "😂", "🎉", "😮", "😢", "🙏", "✅"];

export class Talk {
  #title;
  #detail;
  #face;
  #live;
  #newest;
  #place;
  #input;
  #banner;
  #row;
  #typing;

  /** What came while the conversation was opened. */
  #early = [];
  #isStale = false;
  #outbox;
  #read = 0;
  #lastTyped = 0;
  #reply;
  #edit;
  #draft;
  #toolbar;
  #isOver = false;
  #firstUnread;

  /** `notes` may add to rows; `moved(ordinal)` hears where the reading is. */
  constructor(reader, conversation, { back, notes = {}, moved }) {
    this.reader = reader;
    this.conversation = conversation;
    this.notes = notes;
    this.moved = moved;
    this.#title = h("h1", { dir: "auto" }, "…");
    this.#detail = h("p.talk-detail");
    this.#face = h("span.face");
    const offer = (event) => this.#offer(event.target.closest(".row"));
    this.scroller = h("div.talk-scroll", {
      tabindex: 0, role: "group", "aria-label": "Messages of the conversation",
      onkeydown: (event) => this.#keys(event), onfocusin: offer, onpointerover: offer,
    });
    this.#live = h("p.visually-hidden", { "aria-live": "polite" });
    this.#newest = h("button.newest", { hidden: true, onclick: () => this.toEnd() }, icon("down"), h("span"));
    this.outbox = h("div.outbox");
    this.#banner = h("div.composer-banner", { hidden: true });
    this.#place = h("div.composer");
    this.element = h("div.talk",
      h("header.talk-head",
        back && iconButton("back", "Back to the list", back, { class: "icon-button back" }),
        this.#face, h("div.talk-names", this.#title, this.#detail),
        iconButton("calendar", "Go to a date", () => this.#askDate()),
        iconButton("people", "Members", () => this.#members()),
        iconButton("code", "JSON of the messages", () => showSource(reader, "messages",
          { conversation, limit: 100, aroundOrdinal: this.rows?.atEnd === false ? this.#from : undefined }))),
      this.scroller, this.#newest, this.outbox, this.#banner, this.#place, this.#live);
    // Coming back to the page is looking at what is open in it.
    addEventListener("focus", this.#look);
  }

  end() {
    this.#isOver = true;
    removeEventListener("focus", this.#look);
    this.rows?.end();
    if (this.#lastTyped) this.#say(false);
  }

  async #page(fields) {
    const turn = this.rows && ++this.rows.turn;
    const { items, before, after } = await this.reader.ask("messages",
      { conversation: this.conversation, limit: 100, ...fields });
    const last = items.at(-1)?.ordinal ?? 0;
    return {
      items,
      turn,
      first: before === undefined ? 1 : items[0].ordinal,
      last: after === undefined ? Math.max(this.rows?.count ?? 0, last) : last,
    };
  }

  #askHead() {
    return this.reader.ask("conversation", { conversation: this.conversation });
  }

  /** Opens at an ordinal, a message, the first unread one, or the end. */
  async begin({ ordinal, message } = {}) {
    const [head, page, unread] = await Promise.all([
      this.#askHead(),
      this.#page({}),
      this.reader.ask("unread", { conversation: this.conversation }).catch(() => ({})),
    ]);
    if (this.#isOver) return;
    this.#row = head;
    this.#firstUnread = unread.unread > 0 ? unread.firstUnread : undefined;
    this.rows = new Rows(this.scroller, {
      load: (n) => this.#page({ aroundOrdinal: n }),
      render: (item, before) => row(item, before, this.#context),
      skeleton,
      seen: (from, to, atEnd) => this.#seen(from, to, atEnd),
    });
    this.#context = {
      person: this.reader.person,
      showsNames: head.kind !== "direct",
      firstUnread: this.#firstUnread,
      react: (item, reaction, mine) => this.#react(item, reaction, mine),
      show: (id) => this.show(id),
      note: this.notes.row,
      gap: this.notes.unseen && ((before, item) => this.notes.unseen(this.conversation, before, item)),
      // Who has left does not see what came later.
      end: this.notes.unseen && head.membership !== "active"
        ? (item) => item.ordinal === this.rows.count && this.notes.unseen(this.conversation, item) : undefined,
    };
    this.rows.take(page);
    // Where nothing of it is shown, no row says why.
    if (!page.items.length && this.notes.unseen) fill(this.outbox, this.notes.unseen(this.conversation));
    this.#drawHead();
    this.#drawComposer();
    this.askTyping();
    if (this.reader.mayWrite) this.#hearOutbox();
    for (const change of this.#early.splice(0)) this.take(change);
    if (this.#isStale) this.again();
    if (ordinal !== undefined) this.rows.jump(ordinal, 80);
    else if (message !== undefined) await this.show(message);
    else if (this.#firstUnread) await this.show(this.#firstUnread, 120, false);
    else this.rows.jumpToEnd();
  }

  #context;

  /** Takes a change of the stream. */
  take(change) {
    if (this.#isOver) return;
    if (!this.rows) return void this.#early.push(change);
    if (change.type === "presence") {
      if (this.#row.kind === "direct" && this.#row.avatars[0]?.user === change.user) {
        this.#row = { ...this.#row, online: change.online, lastSeenAt: change.lastSeenAt };
        this.#drawHead();
      }
      return;
    }
    if (change.type === "erased" && (!change.conversation || change.conversation === this.conversation)) {
      return this.rows.reload();
    }
    // Names stand in the head and in every row.
    if (change.type === "profile") return this.#anew();
    if (change.conversation !== this.conversation) return;
    if (change.row) this.#setRow(change.row);
    if (change.item) {
      this.#outbox?.drop(change.item.message);
      const isNew = change.item.ordinal > this.rows.count;
      if (isNew && change.item.sender === this.reader.person) this.#setUnread(undefined);
      this.rows.put(change.item);
      if (isNew) this.#tell(change.item);
    }
    switch (change.type) {
      case "typing":
        this.#signs += 1;
        this.#typing = change.users.length ? change.text : undefined;
        this.#drawHead();
        break;
      case "reaction": {
        const item = this.rows.find(change.message);
        if (item) this.rows.change(item.ordinal, { reactions: change.reactions });
        else this.rows.doubt(change.message);
        break;
      }
      case "member":
        this.#askAgain();
      // falls through
      case "receipt":
      case "edited":
      case "deleted":
        this.#renew();
        break;
      case "message":
      case "personal":
        // Who sends has read what is before it; what was cleared elsewhere goes here.
        if (change.readUpTo || change.what === "cleared") this.#renew();
    }
  }

  #heads = 0;

  /** Says that something new of another is there. */
  #tell(item) {
    if (item.sender === this.reader.person) return;
    const words = item.system?.text ?? `${item.senderName}: ${item.text ?? item.kind}`;
    this.#live.textContent = words.slice(0, 300);
    this.#fresh += 1;
    this.#drawNewest();
  }

  /** Shows the conversation as it is now. */
  #setRow(row) {
    this.#heads += 1;
    this.#row = { ...this.#row, ...row };
    this.#drawHead();
    this.#drawComposer();
  }

  #fresh = 0;
  #signs = 0;

  /** Asks who types now; a sign that comes meanwhile is newer. */
  async askTyping() {
    if (!this.reader.mayWrite) return;
    const signs = ++this.#signs;
    const said = await this.reader.ask("typing", { conversation: this.conversation }).catch(() => ({ users: [] }));
    if (signs === this.#signs) this.take({ ...said, type: "typing", conversation: this.conversation });
  }

  /** Asks how the conversation is; where it has changed meanwhile, once more. */
  #askAgain = soon(40, async () => {
    if (this.#isOver) return;
    const heads = this.#heads;
    const head = await this.#askHead().catch(() => {});
    if (!head || this.#isOver) return;
    if (heads === this.#heads) this.#setRow(head);
    else this.#askAgain();
  });

  #anew = soon(120, () => this.again());

  /** Statuses of messages have moved, or what they quote. */
  #renew = soon(120, () => this.rows.renew());

  /** After a reset or a mended connection: everything may be new. */
  async again() {
    if (!this.rows) return void (this.#isStale = true);
    this.#askAgain();
    const page = await this.#page({}).catch(() => {});
    if (!page || this.#isOver) return;
    const known = this.rows.count;
    this.rows.reload(page.turn);
    this.rows.take(page);
    for (const item of page.items) if (item.ordinal > known) this.#tell(item);
  }

  #learning;

  /** Asks for the entries around an ordinal, for who compares them with others. */
  async learn(ordinal) {
    if (this.#learning) return;
    this.#learning = true;
    const page = await this.#page({ aroundOrdinal: ordinal }).catch(() => {});
    this.#learning = false;
    if (!page || this.#isOver) return;
    this.rows.take(page);
    this.notes.drawn();
  }

  /** Goes to a message. */
  async show(message, offset = 120, flashes = true) {
    let item = this.rows.find(message);
    if (!item) {
      try {
        const page = await this.#page({ around: message });
        this.rows.take(page);
        item = page.items.find((found) => found.message === message);
      } catch (error) {
        return toast(error.code === "notFound" ? "This message is not visible to you." : sentence(error), "bad");
      }
    }
    if (!item || this.#isOver) return;
    this.rows.jump(item.ordinal, offset);
    if (flashes) this.#flash(item.ordinal);
  }

  #flash(ordinal) {
    requestAnimationFrame(() => {
      const element = this.rows.element(ordinal);
      element?.classList.add("flash");
      element?.focus({ preventScroll: true });
    });
  }

  toEnd() {
    this.rows.jumpToEnd();
    this.#fresh = 0;
    this.#drawNewest();
  }

  async #askDate() {
    if (!this.rows) return;
    const first = this.rows.item(this.#from ?? 1);
    const values = await ask({
      title: "Go to a date", action: "Go",
      fields: [
        { name: "date", label: "Date", type: "date", value: first ? dayKey(first.sentAt) : "" },
        { name: "ordinal", label: `Or an entry, 1 to ${this.rows.count}`, type: "number" },
      ],
    });
    if (!values) return;
    if (values.ordinal) return this.rows.jump(Math.max(1, Math.min(Number(values.ordinal), this.rows.count)), 80);
    if (values.date) await this.#toTime(new Date(`${values.date}T00:00`).getTime()).catch(refused);
  }

  async #toTime(time) {
    const page = await this.#page({ aroundTime: time });
    this.rows.take(page);
    const item = page.items.find((found) => found.sentAt >= time) ?? page.items.at(-1);
    if (item) {
      this.rows.jump(item.ordinal, 40);
      this.#flash(item.ordinal);
    }
  }

  #from;
  #to;

  #look = () => this.#from && this.#seen(this.#from, this.#to, this.rows.atEnd);

  #seen(from, to, atEnd) {
    this.#from = from;
    this.#to = to;
    this.moved?.(atEnd ? undefined : this.rows.reading);
    this.notes.drawn?.();
    if (atEnd) this.#fresh = 0;
    this.#drawNewest(atEnd);
    if (!this.reader.mayWrite || document.hidden || !document.hasFocus()) return;
    let ordinal = to;
    while (ordinal >= from && !this.rows.item(ordinal)) ordinal -= 1;
    const item = this.rows.item(ordinal);
    if (item && ordinal > this.#read && this.#row.membership === "active") {
      this.#read = ordinal;
      if (this.#row.unread > 0 || ordinal > (this.#marked ?? 0)) this.#mark(item);
    }
  }

  #marked;
  #mark = later(350, async (item) => {
    this.#marked = item.ordinal;
    try {
      const { unread } = await this.reader.do("markRead", { conversation: this.conversation, upTo: item.message });
      this.#row = { ...this.#row, unread };
    } catch {
      this.#read = 0;
    }
  });

  #setUnread(message) {
    if (this.#context.firstUnread === message) return;
    this.#context = { ...this.#context, firstUnread: message };
    this.rows.refresh();
  }

  #drawNewest(atEnd = this.rows.atEnd) {
    this.#newest.hidden = atEnd;
    this.#newest.lastChild.textContent = this.#fresh ? count(this.#fresh, "new message") : "";
    this.#newest.ariaLabel = this.#fresh ? `${count(this.#fresh, "new message")}; go to the newest` : "Go to the newest";
  }

  /** Draws all anew, as where it is another day. */
  draw() {
    if (!this.rows) return;
    this.rows.refresh();
    this.#drawHead();
  }

  #drawHead() {
    const row = this.#row;
    this.#title.textContent = row.title;
    fill(this.#face, pictures(row));
    const facts = this.#typing
      ?? (row.kind === "direct"
        ? row.online ? "online" : row.lastSeenAt ? `last seen ${day(row.lastSeenAt).toLowerCase()} ${clock(row.lastSeenAt)}` : ""
        : [count(row.memberCount ?? 0, "member"), row.context && `${row.context.kind} ${row.context.id}`].filter(Boolean).join(" · "));
    this.#detail.textContent = row.closed ? "closed" : facts;
    this.#detail.classList.toggle("typing", !!this.#typing);
  }

  #drawComposer() {
    const row = this.#row;
    const closed = this.reader.asOf !== undefined ? "This is the past: nothing can be written here."
      : !this.reader.mayWrite ? "You only look: nothing can be written here."
      : row.closed ? "This conversation is closed."
      : row.membership !== "active" ? "You are no longer a member of this conversation." : undefined;
    if (this.#context.mayReact !== !closed) {
      this.#context.mayReact = !closed;
      this.rows.refresh();
    }
    if (closed) {
      this.#reply = this.#edit = undefined;
      this.#banner.hidden = true;
      return void fill(this.#place, h("p.composer-closed", icon("lock"), closed));
    }
    if (this.#place.contains(this.#input)) return;
    // What is written stays, also of who was away.
    this.#input ??= h("textarea", {
      rows: 1, placeholder: "Message", "aria-label": "Message", dir: "auto",
      oninput: () => this.#typed(),
      onkeydown: (event) => {
        // These keys are an input method's own while it composes.
        if (event.isComposing) return;
        if (event.key === "Enter" && !event.shiftKey) {
          event.preventDefault();
          this.#submit();
        } else if (event.key === "Escape") this.#setMode();
        else if (event.key === "ArrowUp" && this.#input.value === "") this.#editLast(event);
      },
    });
    fill(this.#place, h("form", { onsubmit: () => {
      this.#submit();
    } }, this.#input, h("button.send", { type: "submit", "aria-label": "Send", title: "Send" }, icon("send"))));
  }

  #typed() {
    this.#input.style.height = "auto";
    this.#input.style.height = `${Math.min(this.#input.scrollHeight, 220)}px`;
    const now = Date.now();
    if (this.#input.value && now - this.#lastTyped > 3_000) {
      this.#lastTyped = now;
      this.#say(true);
    } else if (!this.#input.value && this.#lastTyped) {
      this.#lastTyped = 0;
      this.#say(false);
    }
  }

  #say(on) {
    this.reader.do("typing", { conversation: this.conversation, on }).catch(() => {});
  }

  /** Begins an answer or an edit, or ends it; what was written before an edit comes back after it. */
  #setMode({ reply, edit } = {}) {
    if (edit && !this.#edit) this.#draft = this.#input.value;
    if (edit) this.#input.value = edit.text ?? "";
    else if (this.#edit) this.#input.value = this.#draft;
    this.#reply = reply;
    this.#edit = edit;
    const item = reply ?? edit;
    this.#banner.hidden = !item;
    if (item) {
      fill(this.#banner, icon(reply ? "reply" : "edit"),
        h("div", h("b", { dir: "auto" }, reply ? `Reply to ${item.senderName ?? "a message"}` : "Edit your message"),
          h("span.quote-text", { dir: "auto" }, item.text ?? item.kind)),
        iconButton("close", "Cancel", () => this.#setMode()));
    }
    this.#typed();
    this.#input.focus();
  }

  #editLast(event) {
    for (let ordinal = this.rows.count; ordinal > this.rows.count - 100 && ordinal > 0; ordinal -= 1) {
      const item = this.rows.item(ordinal);
      if (item?.sender !== this.reader.person || item.system || item.deleted || item.erased) continue;
      event.preventDefault();
      return this.#setMode({ edit: item });
    }
  }

  async #submit() {
    const text = this.#input.value;
    if (!text.trim()) return;
    if (this.#edit) {
      const item = this.#edit;
      try {
        await this.reader.do("edit", { message: item.message, text });
        // What was written since is still to be sent.
        if (this.#edit === item && this.#input.value === text) this.#setMode();
      } catch (error) {
        refused(error);
      }
      return;
    }
    const replyTo = this.#reply?.message;
    this.#input.value = "";
    this.#setMode();
    this.#lastTyped = 0;
    this.toEnd();
    this.#outbox.add({ text, replyTo });
  }

  /** Shows what is on its way, also from before the conversation was left. */
  #hearOutbox() {
    this.#outbox = outboxOf(this.reader, this.conversation);
    this.#outbox.changed = (item) => {
      if (this.#isOver) return;
      if (item) this.rows.put(item);
      fill(this.outbox, this.#outbox.entries.map((entry) => pending(entry, this.#outbox)));
    };
    this.#outbox.go();
  }

  /** Sends and reads what could not be sent and read while the server was away. */
  mend() {
    this.#outbox?.go();
    this.#look();
  }

  async #react(item, reaction, isMine) {
    try {
      const { reactions } = await this.reader.do(isMine ? "unreact" : "react", { message: item.message, reaction });
      this.rows.change(item.ordinal, { reactions });
    } catch (error) {
      refused(error);
    }
  }

  /** Puts the row of actions into the row under the pointer or the focus. */
  #offer(element) {
    if (!element?.dataset.message || element.contains(this.#toolbar)) return;
    const item = this.rows.item(Number(element.dataset.ordinal));
    if (!item) return;
    this.#toolbar?.remove();
    const isMine = item.sender === this.reader.person;
    const mayWrite = this.#context.mayReact && !item.deleted && !item.erased;
    this.#toolbar = h("div.toolbar", { role: "toolbar", "aria-label": "What to do with the message" },
      mayWrite && iconButton("smile", "React", (event) => this.#pick(item, event.currentTarget)),
      mayWrite && iconButton("reply", "Reply", () => this.#setMode({ reply: item })),
      mayWrite && isMine && item.text && iconButton("edit", "Edit", () => this.#setMode({ edit: item })),
      mayWrite && isMine && iconButton("trash", "Delete", () => this.#delete(item)),
      iconButton("info", "Details", () => this.#details(item)));
    element.querySelector(".stack").append(this.#toolbar);
  }

  #pick(item, anchor) {
    const close = () => {
      picker.remove();
      anchor.focus();
    };
    const choices = this.#row.reactions === "open" ? emoji : Object.keys(tapbacks);
    const picker = h("div.picker", {
      role: "menu", "aria-label": "Reactions",
      onkeydown: (event) => {
        if (event.key === "Escape") close();
        const step = { ArrowRight: "nextSibling", ArrowLeft: "previousSibling" }[event.key];
        if (step) document.activeElement[step]?.focus();
      },
      onfocusout: (event) => {
        if (!picker.contains(event.relatedTarget)) setTimeout(() => picker.remove());
      },
    }, choices.map((reaction) =>
      h("button", { role: "menuitem", "aria-label": reaction, onclick: () => {
        const mine = item.reactions?.some((group) => group.reaction === reaction && group.mine);
        close();
        this.#react(item, reaction, mine);
      } }, face(reaction))));
    anchor.parentElement.append(picker);
    // It lies within the conversation, also beside a narrow row, or the first one on the screen.
    const [own, box] = [picker, this.scroller].map((element) => element.getBoundingClientRect());
    picker.style.translate = `${Math.min(0, box.right - own.right)}px ${Math.max(0, box.top - own.top)}px`;
    picker.firstChild.focus();
  }

  async #delete(item) {
    const isSure = await ask({
      title: "Delete this message?", text: "It goes from every screen; its place stays.",
      action: "Delete", danger: true,
    });
    if (!isSure) return;
    await this.reader.do("delete", { message: item.message }).catch(refused);
  }

  async #details(item) {
    const lines = [h("p", `Entry ${item.ordinal}${item.position > 0 ? `, position ${item.position}` : ""}`), h("p.mono", item.message)];
    const isMine = item.sender === this.reader.person && !item.system;
    const [receipts, history, reactions] = await Promise.all([
      isMine ? this.reader.ask("receipts", { message: item.message }).catch(() => {}) : undefined,
      item.edited ? this.reader.ask("history", { message: item.message }).catch(() => {}) : undefined,
      item.reactions?.length ? this.reader.ask("reactions", { message: item.message }).catch(() => {}) : undefined,
    ]);
    const people = (title, list) => list?.length > 0 && h("div", h("h3", title),
      h("ul.plain", list.map((person) => h("li", h("bdi", person.name), person.at && h("time", " ", moment(person.at))))));
    if (receipts) lines.push(people("Read", receipts.read), people("Delivered", receipts.delivered), people("Waiting", receipts.waiting));
    if (reactions) lines.push(...reactions.groups.map((group) => people(face(group.reaction), group.users)));
    if (history?.versions.length) {
      lines.push(h("h3", "Earlier versions"), h("ol.plain", history.versions.map((version) =>
        h("li", h("bdi", version.text), h("time", " ", moment(version.at))))));
    }
    await ask({ title: "Details", text: h("div.details", lines.filter(Boolean)), action: "Close" });
  }

  async #members() {
    try {
      const { items, count: all } = await this.reader.ask("members", { conversation: this.conversation, limit: 100 });
      const list = h("ul.people", { tabindex: 0 }, items.map((person) => h("li",
        avatar(person.user, person.name, { online: person.online }),
        h("span", { dir: "auto" }, person.name), h("span.role", person.role === "member" ? "" : person.role))));
      await ask({ title: count(all, "member"), text: [list, rest(all > items.length, items.length, "members")], action: "Close" });
    } catch (error) {
      refused(error);
    }
  }

  #keys(event) {
    if (!this.rows) return;
    const element = document.activeElement.closest?.(".row");
    const steps = { ArrowUp: -1, ArrowDown: 1 };
    if (event.key === "Home" || event.key === "End") {
      if (event.key === "Home") this.rows.jump(1);
      else this.toEnd();
      event.preventDefault();
    } else if (event.key in steps && !event.target.closest(".toolbar")) {
      event.preventDefault();
      const from = element ? Number(element.dataset.ordinal) : (steps[event.key] < 0 ? this.#to + 1 : this.#from - 1);
      const next = this.rows.neighbour(from, steps[event.key]);
      if (next === undefined) return;
      const target = this.rows.element(next);
      if (!target) return this.rows.jump(next, 80);
      target.focus({ preventScroll: true });
      target.scrollIntoView({ block: "nearest" });
    }
  }
}
