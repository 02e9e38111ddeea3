// The chat: a person's list and a conversation, live.
import {
  ask, avatar, fill, h, icon, iconButton, isFilled, labelled, later, linkButton, problem, refused, rest, sentence, short, submitButton, toast, today, whyLook,
} from "./dom.js";
import { List } from "./list.js";
import { pause } from "./session.js";
import { showSource } from "./source.js";
import { Talk } from "./talk.js";

/** The list and the conversation of a reader, side by side, as a chat and the past show them. */
export class Chat {
  #pane;
  /** Looks whether it is another day, so that "Today" becomes "Yesterday". */
  #midnight;
  talk;

  /** `notes` may add to rows and say what is not shown, as the past does. */
  constructor(reader, { go, notes = {}, title = "Chats" }) {
    this.reader = reader;
    this.go = go;
    this.notes = notes;
    this.list = new List(reader, { open: (conversation) => go({ c: conversation, n: undefined, m: undefined }) });
    this.#pane = h("div.talk-pane");
    this.search = h("input", { type: "search", placeholder: "Search", "aria-label": "Search conversations",
      oninput: later(200, () => this.#search()) });
    this.filter = h("select", { "aria-label": "Which conversations", onchange: () => this.#search() },
      ["active", "archived", "former", "hidden", "all"].map((value) =>
        h("option", { value }, value[0].toUpperCase() + value.slice(1))));
    this.heading = h("h1", title);
    this.element = h("div.chat",
      h("div.list",
        h("header.list-head", this.heading,
          iconButton("code", "JSON of the list", () => showSource(reader, ...this.list.query)),
          reader.mayWrite && iconButton("edit", "New conversation", () => this.#begin())),
        h("div.list-tools", h("div.searching", icon("search"), this.search), this.filter),
        this.list.element, notes.list?.(this.list)),
      this.#pane);
    if (reader.asOf === undefined) this.list.addEventListener("total", () => {
      if (!this.isOver) document.title = this.list.total ? `(${this.list.total}) Scrollback` : "Scrollback";
    });
    if (notes.drawn) this.list.addEventListener("drawn", notes.drawn);
    this.#showNothing();
    let date = today();
    this.#midnight = setInterval(() => {
      if (date === today()) return;
      date = today();
      this.list.draw();
      this.talk?.draw();
    }, 5_000);
  }

  end() {
    this.isOver = true;
    clearInterval(this.#midnight);
    clearTimeout(this.#retry);
    this.#leave();
  }

  #leave() {
    this.talk?.end();
    this.talk = undefined;
  }

  #showNothing() {
    fill(this.#pane, h("div.nothing", icon("chat"), h("p", "Choose a conversation.")));
    this.element.classList.remove("open");
  }

  #search() {
    if (this.isOver) return;
    const wanted = { q: this.search.value || undefined, f: this.filter.value === "active" ? undefined : this.filter.value };
    this.go(wanted, true);
    this.#narrow(wanted);
  }

  #narrow(wanted) {
    if (this.aim(wanted)) this.list.load().catch(refused);
  }

  /** Takes what is searched for from behind the #; returns whether the list has to be asked for. */
  aim({ q, f = "active" }) {
    const [, now] = this.list.query;
    if (now.search === q && now.filter === f) return false;
    this.search.value = q ?? "";
    this.filter.value = f;
    // A link may name what is no filter.
    if (!this.filter.value) this.filter.value = "active";
    this.list.narrow(q, this.filter.value);
    this.element.classList.toggle("narrowed", q !== undefined || this.filter.value !== "active");
    return true;
  }

  async load() {
    await this.list.load();
    // What came while nobody looked has arrived now.
    for (const { conversation, unread, last } of this.list.rows.values()) {
      if (unread && last?.message) this.delivers?.({ ...last, conversation });
    }
  }

  /** Shows what stands behind the #. */
  async show({ c, n, m, q, f }) {
    this.#narrow({ q, f });
    // One that is still on its way is opened anew.
    if (this.talk?.rows && this.talk.conversation === c) {
      if (n !== undefined && n !== this.#at) this.talk.rows.jump(Number(n), 80);
      if (m !== undefined && m !== this.#message) this.talk.show(m);
      this.#message = m;
      return;
    }
    this.#leave();
    clearTimeout(this.#retry);
    this.without = undefined;
    this.#place = { c, n, m };
    this.list.select(c);
    if (c === undefined) return this.#showNothing();
    this.element.classList.add("open");
    const talk = (this.talk = new Talk(this.reader, c, {
      back: () => this.go({ c: undefined, n: undefined, m: undefined }),
      notes: this.notes,
      moved: later(300, (ordinal) => {
        if (this.talk !== talk) return;
        this.#at = ordinal === undefined ? undefined : String(ordinal);
        this.go({ n: this.#at, m: undefined }, true);
      }),
    }));
    fill(this.#pane, talk.element);
    this.#message = m;
    try {
      await talk.begin({ ordinal: n === undefined ? undefined : Number(n), message: m });
    } catch (error) {
      if (this.talk !== talk) return;
      this.#leave();
      if (error.code === "notFound") this.without = c;
      // Where no answer came at all, the mended connection asks again.
      const wait = error.status && pause(error);
      if (wait) this.#retry = setTimeout(() => this.#again(), wait);
      const words = this.without ? "There is no such conversation for this person." : sentence(error);
      fill(this.#pane, problem("warn", words, this.notes.unseen?.(c)));
    }
  }

  #at;
  #message;
  #place;
  #retry;

  take({ event, data }) {
    const isAsked = event === "snapshot" || event === "joined";
    if (isAsked) {
      if (this.list.isLoaded) this.load().catch(() => {});
      this.talk?.again();
    } else if (event === "change") {
      this.list.take(data);
      this.talk?.take(data);
    }
    // The end of a sign that stood when the connection broke may never be told, nor any without a stream.
    if (isAsked || event === "caughtUp") {
      this.list.forgetTyping();
      this.talk?.askTyping();
    }
  }

  mend() {
    this.load().catch(() => {});
    if (this.talk) this.talk.mend();
    else if (this.#place?.c) this.#again();
  }

  #again() {
    const [, { search, filter }] = this.list.query;
    this.show({ ...this.#place, q: search, f: filter });
  }

  async #begin() {
    const words = await ask({ title: "New conversation", action: "Search",
      fields: [{ name: "search", label: "Name of a person", required: true }] });
    if (!words) return;
    try {
      const { items, next } = await this.reader.ask("users", { search: words.search, limit: 20 });
      const others = items.filter((person) => person.user !== this.reader.person);
      if (!others.length) return toast("No person of that name is found.");
      const choice = await ask({ title: "New conversation", action: "Begin", text: rest(next, items.length, "users"),
        fields: [{ name: "user", label: "With", options: others.map((p) => [p.user, [p.fullName, p.username].filter(Boolean).join(", ")]) }] });
      if (!choice) return;
      const { conversation } = await this.reader.do("startDirect", { with: choice.user });
      await this.list.load();
      if (!this.isOver) this.list.open(conversation);
    } catch (error) {
      refused(error);
    }
  }
}

/** The screen. */
export class ChatScreen {
  #session;
  #chat;
  #turn = 0;

  constructor(session, go) {
    this.#session = session;
    this.go = go;
    this.element = h("div.screen");
  }

  end() {
    this.#chat?.end();
    this.#chat = undefined;
  }

  async show(parameters) {
    const turn = (this.#turn += 1);
    const person = this.#session.me ?? parameters.as;
    if (!person || this.#session.lacksReason(person)) {
      // Nobody is looked at while one chooses.
      this.end();
      const box = await choosePerson(this.#session, this.go, person);
      return void (turn === this.#turn && fill(this.element, box));
    }
    if (this.#chat?.reader.person !== person) {
      this.end();
      const chat = (this.#chat = new Chat(this.#session.reader(person), { go: this.go }));
      if (chat.reader.mayWrite) chat.delivers = (item) => this.#session.deliver(person, item);
      fill(this.element, chat.element);
      if (this.#session.kind !== "user") {
        chat.heading.textContent = "Chats as";
        chat.heading.append(" ", linkButton("…", () => this.go({ as: undefined, c: undefined, q: undefined, f: undefined })));
        nameOf(this.#session, person).catch(() => short(person)).then((name) => { chat.heading.lastChild.textContent = name; });
      }
      chat.aim(parameters);
      try {
        await chat.load();
      } catch (error) {
        if (chat !== this.#chat) return;
        this.end();
        if (error.code === "reasonNeeded") return this.go({ as: undefined });
        throw error;
      }
      // Another person was chosen meanwhile.
      if (chat !== this.#chat) return;
      // The operator has no stream of a person.
      if (this.#session.kind !== "operator") this.#session.follow(person);
    }
    if (turn === this.#turn) await this.#chat.show(parameters);
  }

  take(event) {
    this.#chat?.take(event);
  }

  mend() {
    if (this.#chat) this.#chat.mend();
    else if (!isAsking(this)) again();
  }
}

async function nameOf(session, person) {
  const { items } = await session.reader(person).ask("profiles", { users: [person] });
  return items[0]?.name ?? "Unknown";
}

/** Shows anew what stands behind the #. */
const again = () => dispatchEvent(new Event("hashchange"));

/** Whether a screen waits for what somebody is writing: nothing takes that away. */
export const isAsking = (screen) => screen.element.querySelector(".choose form");

/** Lets one choose as whom to look, and the operator say why: at all, or at a person. */
export async function choosePerson(session, go, person) {
  const box = h("div.choose");
  let given;
  const pick = (user) => {
    // Who has just said why they look need not say it again.
    if (given) session.give(given, user);
    go({ as: user });
  };
  const list = async () => {
    try {
      let users = [];
      let hasMore;
      if (session.kind === "operator") {
        const found = new Set();
        const { items, next } = await session.operate("events", { types: ["profileSet"], limit: 500 });
        for (const item of items) found.add(item.user);
        const ids = [...found].slice(0, 200);
        hasMore = next || found.size > ids.length;
        users = ids.length ? (await session.operate("profiles", { users: ids }, { words: true })).items : [];
      }
      fill(box, h("h1", "As whom?"),
        h("p", "You see the store as this person sees it."),
        h("ul.people.choice", users.map((person) => h("li", h("button", { onclick: () => pick(person.user) },
          avatar(person.user, person.name), h("span", { dir: "auto" }, person.name), h("span.mono", person.user))))),
        hasMore && h("p", "Not everybody is listed."),
        h("form", { onsubmit: (event) => {
          pick(new FormData(event.target).get("id").trim().toLowerCase());
        } }, labelled("Or by id", h("input", { name: "id", required: true, pattern: "[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}", autocomplete: "off" })),
        submitButton("Look", "primary")));
    } catch (error) {
      if (error.code === "reasonNeeded") return askReason();
      fill(box, h("p", sentence(error)));
    }
  };
  const askReason = () => {
    const reason = h("input", { name: "reason", required: true, maxlength: 2000, autocomplete: "off", value: session.reason });
    fill(box, h("h1", whyLook.title), h("p", whyLook.text),
      h("form", { onsubmit: (event) => {
        if (!isFilled(event.target)) return;
        given = reason.value.trim();
        session.give(given, person);
        (person ? again : list)();
      } }, labelled("Reason", reason), submitButton("Continue", "primary")));
    // What was said last does again with one Enter; it is in the document by then.
    setTimeout(() => reason.focus());
  };
  if (session.lacksReason(person)) askReason();
  else await list();
  return box;
}
