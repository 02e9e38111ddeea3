// The console: signing in, the frame, and the screens behind the #.
import { fill, h, icon, iconButton, toast } from "./dom.js";
import { claims, sentence, Session } from "./session.js";

const session = new Session();
const app = document.getElementById("app");

/** Screens are loaded when they are first shown. */
const screens = {
  chat: { title: "Chat", icon: "chat", load: async () => (await import("./chat.js")).ChatScreen },
  past: { title: "Past", icon: "past", load: async () => (await import("./past.js")).PastScreen },
  log: { title: "Log", icon: "log", load: async () => (await import("./log.js")).LogScreen, isOperators: true },
  proof: { title: "Proof", icon: "proof", load: async () => (await import("./proof.js")).ProofScreen },
  operator: { title: "Operator", icon: "operator", load: async () => (await import("./operator.js")).OperatorScreen, isOperators: true },
};

const isOpen = (screen) => !screen.isOperators || session.kind === "operator";

/** What stands behind the #: `#screen?name=value`. */
function place() {
  const [name, query = ""] = location.hash.slice(1).split("?");
  return { name: screens[name] ? name : undefined, parameters: Object.fromEntries(new URLSearchParams(query)) };
}

/** Changes some of it; undefined takes a value away. */
function go(changes, replaces = false, name = place().name ?? "chat") {
  const isSame = name === (place().name ?? "chat");
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
let main;
let state;
const links = new Map();

async function route() {
  const { name = session.kind === "operator" ? "operator" : "chat", parameters } = place();
  const screen = screens[name];
  if (!isOpen(screen)) return go({}, true, "chat"), route();
  for (const [other, link] of links) {
    if (other === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (current?.name !== name) {
    current?.view?.end?.();
    const mine = (current = { name });
    const Screen = await screen.load();
    if (current !== mine) return;
    current.view = new Screen(session, go);
    document.title = name === "chat" ? "Scrollback" : `${screen.title} · Scrollback`;
    fill(main, current.view.element);
  }
  await current.view?.show(parameters);
}

function frame() {
  state = h("div.connection", { role: "status" });
  main = h("main", { id: "main" });
  const nav = h("nav.rail", { "aria-label": "Screens" },
    Object.entries(screens).filter(([, screen]) => isOpen(screen)).map(([name, screen]) => {
      const link = h("a", { href: `#${name}` }, icon(screen.icon), h("span", {}, screen.title));
      links.set(name, link);
      return link;
    }),
    h("span.spacer"),
    iconButton("out", "Sign out", () => session.signOut()));
  fill(app, h("a.skip", { href: "#main", onclick: (event) => {
    event.preventDefault();
    main.querySelector("button, input, [tabindex='0'], a")?.focus();
  } }, "Skip to the content"), h("div.shell", {}, nav, main), state);
  addEventListener("hashchange", () => route().catch(fail));
  showState();
  route().catch(fail);
  compareKept().catch(() => {});
}

/** Compares a checkpoint that the browser keeps with the server at each visit, whatever is shown. */
async function compareKept() {
  if (session.kind !== "operator" || !localStorage.getItem("scrollback-pin")) return;
  const Screen = await screens.proof.load();
  const status = await new Screen(session, go).begin();
  if (!status) return;
  const { mark } = status.dataset;
  links.get("proof").append(h(`span.kept.${mark}`, { role: "img", "aria-label": status.textContent, "data-kept": mark }));
  if (mark === "bad") toast(status.textContent, "bad");
}

function fail(error) {
  fill(main, h("div.nothing", {}, icon("warn"), h("p", {}, sentence(error))));
}

let wasLost = false;
function showState() {
  const isLost = session.state === "lost";
  fill(state, isLost && [icon("warn"), "The connection is lost. It comes back by itself."]);
  state.classList.toggle("lost", isLost);
  if (wasLost && !isLost) current?.view?.mend?.();
  wasLost = isLost;
}

/** Asks for a token: at first, and over the page when the one before has expired. */
function signInForm({ title, text, done }) {
  const problem = h("p.problem", { role: "alert" });
  const input = h("input", { name: "token", type: "password", autocomplete: "off", spellcheck: "false", required: true, "aria-describedby": "token-help" });
  const button = h("button.primary", {}, "Sign in");
  return h("form.sign-in", { onsubmit: async (event) => {
    event.preventDefault();
    const token = input.value.trim();
    button.disabled = true;
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
      button.disabled = false;
    }
  } },
  h("h1", {}, title), h("p", { id: "token-help" }, text),
  h("label.field", {}, h("span", {}, "Token or key"), input), problem, button);
}

session.addEventListener("expired", () => {
  const dialog = h("dialog.expired", { "aria-label": "Sign in again" });
  dialog.append(signInForm({
    title: "The token has expired",
    text: "Paste another one. You go on where you are.",
    done: () => {},
  }));
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  session.addEventListener("token", () => dialog.remove(), { once: true });
  document.body.append(dialog);
  dialog.showModal();
});
session.addEventListener("state", () => state && showState());
session.addEventListener("event", ({ detail }) => current?.view?.take?.(detail));

const lent = await session.borrow();
const isSignedIn = lent !== undefined && (await session.signIn(lent).then(() => true, () => false));
if (isSignedIn) frame();
else {
  fill(app, h("main.front", {}, h("div.front-card", {},
    h("p.brand", {}, "Scrollback"),
    signInForm({
      title: "See the log",
      text: "A user's token shows that person's chats; the operator's key shows everything. It stays in the memory of this page.",
      done: frame,
    }))));
  app.querySelector("input").focus();
}
