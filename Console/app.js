// The console: signing in, the frame, and the screens behind the #.
import { button, fill, h, icon, iconButton, labelled, linkButton, problem as shown, sentence, submitButton, toast } from "./dom.js";
import { chats, claims, pause, proofs, scope, Session } from "./session.js";

const session = new Session();
const app = document.getElementById("app");

/** Screens are loaded when they are first shown. */
const screens = {
  chat: { title: "Chat", icon: "chat", load: async () => (await import("./chat.js")).ChatScreen },
  past: { title: "Past", icon: "past", load: async () => (await import("./past.js")).PastScreen },
  log: { title: "Log", icon: "log", load: async () => (await import("./log.js")).LogScreen, isOperators: true, isDated: true },
  proof: { title: "Proof", icon: "proof", load: async () => (await import("./proof.js")).ProofScreen, isDated: true },
  operator: { title: "Operator", icon: "operator", load: async () => (await import("./operator.js")).OperatorScreen, isOperators: true, isDated: true },
};

const isOpen = (screen) => (screen.isOperators ? session.kind === "operator" : screen.isDated || session.may(chats));

/** What is shown where nothing stands behind the #. */
const home = () => (session.kind === "operator" ? "operator" : session.may(chats) ? "chat" : "proof");

/** What stands behind the #: `#screen?name=value`. */
function place() {
  const [name, query = ""] = location.hash.slice(1).split("?");
  return { name: screens[name] ? name : undefined, parameters: Object.fromEntries(new URLSearchParams(query)) };
}

/** Changes some of it; undefined takes a value away. */
function go(changes, replaces = false, name = place().name ?? home()) {
  const isSame = name === (place().name ?? home());
  const parameters = new URLSearchParams(isSame ? place().parameters : {});
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) parameters.delete(key);
    else parameters.set(key, value);
  }
  const query = parameters.toString();
  const hash = `#${name}${query ? `?${query}` : ""}`;
  if (hash === location.hash) return;
  if (replaces) history.replaceState(null, "", hash);
  else location.hash = hash;
}

let current;
let retry;
let main;
let state;
const links = new Map();

async function route() {
  clearTimeout(retry);
  const { name = home(), parameters } = place();
  const screen = screens[name];
  if (!isOpen(screen)) {
    if (session.kind === "user") return go({}, true, "chat"), route();
    leave();
    return void fill(main, shown("lock", screen.isOperators
      ? `${screen.title} is for the operator in person: no right of a key's line gives it.`
      : `This key does not show ${screen.title}: it lacks the right users, or users=${chats}.`));
  }
  for (const [other, link] of links) link.ariaCurrent = other === name ? "page" : null;
  if (current?.name !== name) leave({ name, turn: 0 });
  const mine = current;
  const turn = (mine.turn += 1);
  const before = session.asOf;
  const hasBar = screen.isDated && session.may(proofs);
  session.asOf = hasBar && Number(parameters.asof) || undefined;
  try {
    if (!mine.load) {
      mine.load = screen.load();
      const Screen = await mine.load;
      if (current !== mine) return;
      mine.view = new Screen(session, go);
      document.title = name === "chat" ? "Scrollback" : `${screen.title} · Scrollback`;
      const bar = hasBar && h("div.as-of");
      fill(main, bar, mine.view.element);
      if (bar) showBar(mine, bar).catch(() => {});
    }
    if (session.asOf !== before) hold(mine, true);
    main.classList.toggle("dated", session.asOf !== undefined);
    mine.bar?.(session.asOf);
    await mine.view?.show(place().parameters);
    if (mine.turn === turn) hold(mine, false);
  } catch (error) {
    // What is shown since then stays; a screen that did not come is none.
    if (current === mine && (mine.turn === turn || !mine.view)) fail(error);
  }
}

/** The screen that is shown ends; another one takes its place. */
function leave(next) {
  current?.view?.end?.();
  current?.moment?.end();
  current = next;
}

/** While the slider says another moment than the screen shows, the screen cannot be used. */
function hold({ view, moment }, isHeld) {
  if (!view || (!isHeld && moment?.isMoving)) return;
  view.element.inert = isHeld;
  view.element.ariaBusy = isHeld;
}

/** The slider of a screen that can be shown as of a position. */
async function showBar(mine, bar) {
  const [{ Moment }, { size }] = await Promise.all([import("./moment.js"), session.operate("checkpoint", { asOf: undefined })]);
  if (current !== mine) return;
  const moment = (mine.moment = new Moment(session, { first: 1, last: size }, {
    label: "As of", held: () => hold(mine, true),
    moved: (value) => {
      go({ asof: value === size ? undefined : String(value) }, true);
      route();
    },
  }));
  const now = button("Now", () => go({ asof: undefined }));
  mine.bar = (position) => {
    if (moment.isMoving) return;
    now.disabled = position === undefined;
    // The log goes on: the slider's end is now, whatever its position has become.
    if (position === undefined) moment.rest();
    else moment.show(moment.of(position)).catch(() => {});
  };
  fill(bar, moment.element, now);
  mine.bar(session.asOf);
}

function frame() {
  state = h("div.connection", { role: "status" });
  main = h("main", { id: "main" });
  const nav = h("nav.rail", { "aria-label": "Screens" },
    Object.entries(screens).filter(([, screen]) => isOpen(screen)).map(([name, screen]) => {
      const link = h("a", { href: `#${name}` }, icon(screen.icon), h("span", screen.title));
      links.set(name, link);
      return link;
    }),
    h("span.spacer"),
    iconButton("out", "Sign out", () => session.signOut()));
  fill(app, h("a.skip", { href: "#main", onclick: (event) => {
    event.preventDefault();
    main.querySelector("button, input, [tabindex='0'], a")?.focus();
  } }, "Skip to the content"), h("div.shell", nav, main), state);
  addEventListener("hashchange", route);
  showState();
  route();
  compareKept().catch(() => {});
}

let kept;

/** Compares a checkpoint that the browser keeps with the server at each visit and after each outage, whatever is shown. */
async function compareKept() {
  kept?.remove();
  if (!session.may(proofs) || !localStorage.getItem(`scrollback-pin${scope}`)) return;
  const Screen = await screens.proof.load();
  const status = await new Screen(session, go).begin();
  const mark = status?.dataset.mark;
  if (!mark) return;
  kept?.remove();
  kept = h(`span.kept.${mark}`, { role: "img", "aria-label": status.textContent, "data-kept": mark });
  links.get("proof").append(kept);
  if (mark === "bad") toast(status.textContent, "bad");
}

/** Says why a screen is not shown; it is tried again when the server is back, when it says so, or is asked for anew. */
function fail(error) {
  leave();
  session.check();
  const wait = error.retryAfter !== undefined && pause(error);
  if (wait) retry = setTimeout(route, wait);
  fill(main, shown("warn", sentence(error), button("Try again", route)));
}

let wasLost = false;
let isOver = false;
function showState() {
  const isLost = session.state === "lost";
  fill(state, isLost ? [icon("warn"), "The connection is lost. It comes back by itself."]
    : isOver && [icon("lock"), "The token has expired.", linkButton("Sign in again", askAgain)]);
  state.classList.toggle("lost", isLost || isOver);
  if (wasLost && !isLost) {
    if (current) current.view?.mend?.();
    else route();
    compareKept().catch(() => {});
  }
  wasLost = isLost;
}

/** Asks for a token: at first, and over the page when the one before has expired. */
function signInForm({ title, text, done }) {
  const problem = h("p.problem", { role: "alert" });
  const input = h("input", { name: "token", type: "password", autocomplete: "off", spellcheck: "false", required: true, "aria-describedby": "token-help" });
  const enter = submitButton("Sign in", "primary");
  return h("form.sign-in", { onsubmit: async (event) => {
    const token = input.value.trim();
    enter.disabled = true;
    problem.textContent = "";
    try {
      await session.signIn(token);
      done();
    } catch (error) {
      problem.textContent = error.status === 401
        ? claims(token)?.exp * 1000 < Date.now() ? "This token has expired." : "The server does not know this token or key."
        : sentence(error);
      input.select();
    } finally {
      enter.disabled = false;
    }
  } },
  h("h1", title), h("p", { id: "token-help" }, text),
  labelled("Token or key", input), problem, enter);
}

let renewal;

/** Asks over the page for another token; it may be closed to read on, and is opened again by a button. */
function askAgain() {
  renewal = h("dialog.expired", { "aria-label": "Sign in again", onclose: ({ target }) => target === renewal && endRenewal(true) }, signInForm({
    title: "The token has expired",
    text: "Paste another one. You go on where you are.",
    done: () => {},
  }));
  document.body.append(renewal);
  renewal.showModal();
}

function endRenewal(isClosed) {
  const dialog = renewal;
  renewal = undefined;
  // Closing gives the focus back.
  dialog?.close();
  dialog?.remove();
  isOver = isClosed;
  if (state) showState();
}

session.addEventListener("expired", askAgain);
session.addEventListener("token", () => endRenewal(false));
session.addEventListener("state", () => state && showState());
session.addEventListener("kept", () => compareKept().catch(() => {}));
session.addEventListener("event", ({ detail }) => current?.view?.take?.(detail));

const lent = await session.borrow();
const isSignedIn = lent !== undefined && (await session.signIn(lent).then(() => true, () => false));
if (isSignedIn) frame();
else {
  fill(app, h("main.front", h("div.front-card",
    h("p.brand", "Scrollback"),
    signInForm({
      title: "See the log",
      text: "A user's token shows that person's chats; the operator's key shows everything. It stays in the memory of this page.",
      done: frame,
    }))));
  app.querySelector("input").focus();
  // What most see first is there when they have signed in.
  screens.chat.load().catch(() => {});
}
