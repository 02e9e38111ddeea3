// Elements, icons, words for times and sizes. Texts of people become text nodes, never markup.

/**
 * An element: `h("button.quiet", { title, onclick }, "Text", child, null)`, or without properties.
 * A button does what it says and no more: one that sends a form has the type `submit`.
 */
export function h(name, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  if (tag === "button") element.type = tag;
  // No form is sent by the browser itself.
  if (tag === "form") element.addEventListener("submit", (event) => event.preventDefault());
  const properties = children[0]?.constructor === Object ? children.shift() : {};
  for (const [key, value] of Object.entries(properties)) {
    if (value == null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked" || key === "disabled") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(element, child);
    else if (child != null && child !== false) element.append(child);
  }
}

export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

/** Children that stand for keyed values: those that stay are moved, not made anew. */
export function reconcile(parent, wanted) {
  let next = parent.firstChild;
  for (const child of wanted) {
    if (child === next) next = next.nextSibling;
    else parent.insertBefore(child, next);
  }
  while (next) {
    const after = next.nextSibling;
    next.remove();
    next = after;
  }
}

/** Draws a part anew; the focus stays where it was, or with the button of its place in it. */
export function redraw(element, draw) {
  const buttons = () => [...element.querySelectorAll("button")];
  const focused = document.activeElement;
  const place = buttons().indexOf(focused);
  draw();
  if (element.contains(focused)) focused.focus();
  else if (place >= 0) (buttons()[place] ?? buttons().at(-1))?.focus();
}

/** Fills a part anew, like `redraw`. */
export const refill = (element, ...children) => redraw(element, () => fill(element, ...children));

export const svg = (name, properties = {}, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(properties)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

const paths = {
  chat: "M21 12a8 8 0 0 1-8 8H4l1.8-3.2A8 8 0 1 1 21 12Z",
  past: "M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 7v5l3.5 2",
  log: "M4 6h.01M4 12h.01M4 18h.01M8.5 6H20M8.5 12H20M8.5 18H20",
  proof: "M12 3l7.5 3v5.5c0 4.6-3.2 7.9-7.5 9.5-4.3-1.6-7.5-4.9-7.5-9.5V6ZM8.8 12l2.3 2.3 4.2-4.4",
  operator: "M4 7h9m4 0h3M4 12h3m4 0h9M4 17h7m4 0h5M15 5v4M9 10v4M13 15v4",
  send: "M4 12l16-8-5.5 16-3-6.5ZM11.5 13.5L20 4",
  smile: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.5 14.2c1.9 2.4 5.1 2.4 7 0M9 9.5h.01M15 9.5h.01",
  reply: "M9 6L4 11l5 5M4 11h9a7 7 0 0 1 7 7",
  edit: "M4 20l1-4.5L16.5 4 20 7.5 8.5 19ZM14 6.5l3.5 3.5",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5",
  calendar: "M4 6h16v14H4ZM4 10.5h16M8.5 3.5V8M15.5 3.5V8",
  close: "M6 6l12 12M18 6L6 18",
  back: "M14.5 5.5L8 12l6.5 6.5",
  down: "M5.5 9.5L12 16l6.5-6.5",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-3.9 2.9-6.5 6.5-6.5s6.5 2.6 6.5 6.5M16 4.5a3.3 3.3 0 0 1 0 6.2M18 14.2c2.2.9 3.5 3 3.5 5.8",
  pin: "M9 4h6l-.8 6 3.3 3.5H6.5L9.8 10ZM12 13.5V20",
  mute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",
  sent: "M5 12.5l4.5 4.5L19 7.5",
  delivered: "M2.5 12.5L7 17l9-9.5M11.5 16.5l.5.5 9.5-9.5",
  image: "M4 5h16v14H4ZM4 16l5-5 4.5 4.5 2.5-2.5 4 4M15.5 9.5h.01",
  audio: "M5 10v4M9 7v10M13 4.5v15M17 8v8M21 10.5v3",
  file: "M6 3h8l4.5 4.5V21H6ZM14 3v4.5h4.5",
  location: "M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.5h.01",
  lock: "M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5L20 20",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  out: "M14 4h5v16h-5M4 12h11M11 8l4 4-4 4",
  warn: "M12 4l9 16H3ZM12 10v4.5M12 17.3h.01",
  code: "M8.5 7L3.5 12l5 5M15.5 7l5 5-5 5",
  bolt: "M13 3L5 14h6l-1 7 8-11h-6Z",
};

/** A drawing beside words, which say what it means; alone it needs a `label`. */
export const icon = (name, label) =>
  svg("svg", { viewBox: "0 0 24 24", class: "icon", ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true }) },
    svg("path", { d: paths[name] }));

/** A button of one icon. */
export const iconButton = (name, label, onclick, more = {}) =>
  h("button.icon-button", { title: label, "aria-label": label, onclick, ...more }, icon(name));

/** A button with words, one that looks like a link, and one that sends its form. */
export const button = (words, onclick) => h("button.secondary", { onclick }, words);
export const linkButton = (words, onclick) => h("button.link", { onclick }, words);
export const submitButton = (words, kind = "secondary") => h(`button.${kind}`, { type: "submit" }, words);

const segmenter = new Intl.Segmenter();

/** A colour of 12 and two letters stand for a person without a picture. */
export function avatar(id, name, { online } = {}) {
  let sum = 0;
  for (const character of id ?? "") sum = (sum * 31 + character.charCodeAt(0)) >>> 0;
  const words = (name ?? "").trim().split(/\s+/).filter(Boolean);
  const first = (word) => [...segmenter.segment(word)][0]?.segment ?? "";
  const letters = words.length > 1 ? first(words[0]) + first(words.at(-1)) : first(words[0] ?? "?");
  return h(`span.avatar.tone${sum % 12}`, { "aria-hidden": "true" },
    h("span.letters", letters.toLocaleUpperCase()),
    online ? h("span.dot") : null);
}

/** The picture of a conversation: the other person, or two of them. */
export function pictures(row) {
  const [first, second] = row.avatars ?? [];
  return row.kind === "direct" || !second
    ? avatar(first?.user ?? row.conversation, first?.name ?? row.title, { online: row.kind === "direct" && row.online })
    : h("span.pair", avatar(first.user, first.name), avatar(second.user, second.name));
}

const locale = navigator.language || "en";
const formats = new Map();
function format(options) {
  const key = JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(locale, options));
  return formats.get(key);
}

/** A time as a field of a form has it: of the place where the reader is. */
export const local = (time) => new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);

export const dayKey = (time) => local(time).slice(0, 10);

export const clock = (time) => format({ hour: "2-digit", minute: "2-digit" }).format(time);

export const moment = (time) =>
  format({ year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(time);

export const today = () => dayKey(Date.now());

export function day(time) {
  const key = dayKey(time);
  if (key === today()) return "Today";
  // A day has 23 or 25 hours where the clocks change.
  if (dayKey(dayAt(key, 1)) === today()) return "Yesterday";
  const isThisYear = new Date(time).getFullYear() === new Date().getFullYear();
  return format({ weekday: "long", day: "numeric", month: "long", year: isThisYear ? undefined : "numeric" }).format(time);
}

/** The short time of a row of a list. */
export function ago(time) {
  if (dayKey(time) === today()) return clock(time);
  const days = (Date.now() - time) / 86_400_000;
  if (days >= 0 && days < 6) return format({ weekday: "short" }).format(time);
  return format({ day: "numeric", month: "short", year: days > 300 ? "2-digit" : undefined }).format(time);
}

export const number = (value) => value.toLocaleString(locale);
export const count = (value, word, many = `${word}s`) => `${number(value)} ${value === 1 ? word : many}`;

export function bytes(value) {
  for (const unit of ["B", "KiB", "MiB", "GiB"]) {
    if (value < 1024 || unit === "GiB") return `${value < 10 && unit !== "B" ? value.toFixed(1) : Math.round(value)} ${unit}`;
    value /= 1024;
  }
}

export const short = (id) => (id ?? "").slice(0, 8);

/** A link to an event of the log. */
export const eventLink = (position, words = "") => h("a", { href: `#log?at=${position}` }, words, number(position));

/** Facts in a line, those that are there; none turns those after it around. */
export const facts = (...parts) => parts.filter(Boolean).map((part, n) => [n > 0 && " · ", h("bdi", part)]);

/** In the place of what cannot be shown: why. */
export const problem = (name, words, ...more) => h("div.nothing", icon(name), h("h1", words), more);

/** Says to what an element is in that its height has changed. */
export const grown = (element) => element.dispatchEvent(new Event("grown", { bubbles: true }));

/** Calls once, a little after the last call. */
export function later(milliseconds, action) {
  let timer;
  const call = (...words) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...words), milliseconds);
  };
  call.stop = () => clearTimeout(timer);
  return call;
}

/** Runs the action a moment after the first of several calls, one run at a time. Calls that keep coming do not delay it. */
export function soon(milliseconds, action) {
  let timer, isAgain;
  const call = () => {
    isAgain = timer;
    timer ??= setTimeout(async () => {
      isAgain = undefined;
      try {
        await action();
      } finally {
        timer = undefined;
        if (isAgain) call();
      }
    }, milliseconds);
  };
  return call;
}

/** The beginning of a chosen date, or of one some days later, where the person is. */
export function dayAt(date, days = 0) {
  if (!date) return undefined;
  const day = new Date(`${date}T00:00`);
  return day.setDate(day.getDate() + days);
}

/** A field of a form with its name. */
export const labelled = (label, input) => h("label.field", h("span", label), input);

/** Whether a form has all that it must have; the browser says where blanks alone do not do. */
export function isFilled(form) {
  for (const field of form.elements) if (field.required && !field.value.trim()) field.value = "";
  return form.reportValidity();
}

/** A dialog that asks; resolves with the form's values, or undefined. */
export function ask({ title, text, fields = [], action = "OK", danger = false }) {
  return new Promise((resolve) => {
    const id = `d${Math.random().toString(36).slice(2)}`;
    const inputs = fields.map((field) => ({
      field,
      input: field.options
        ? h("select", { name: field.name }, field.options.map(([value, label]) => h("option", { value }, label)))
        : h("input", {
            name: field.name, type: field.type ?? "text", value: field.value ?? "",
            required: field.required, placeholder: field.hint, autocomplete: "off",
          }),
    }));
    const dialog = h("dialog", { "aria-labelledby": id, oncancel: () => done() },
      h("form", { method: "dialog", onsubmit: (event) => {
        if (!isFilled(event.target)) return;
        const values = Object.fromEntries(inputs.map(({ field, input }) => [field.name, input.value.trim()]));
        done(values);
      } },
      h("h2", { id }, title),
      typeof text === "string" ? h("p", text) : text,
      inputs.map(({ field, input }) => labelled(field.label, input)),
      h("div.buttons",
        action !== "Close" && h("button", { onclick: () => done() }, "Cancel"),
        submitButton(action, `primary${danger ? ".danger" : ""}`))));
    const done = (values) => {
      dialog.close();
      dialog.remove();
      resolve(values);
    };
    document.body.append(dialog);
    dialog.showModal();
    (inputs[0]?.input ?? dialog.querySelector("button")).focus();
  });
}

/** What the operator is asked before they look. */
export const whyLook = {
  title: "Why do you look?",
  text: "These are other people's words. The log notes who looked, at what, and the reason.",
};

/** Asks the operator for the reason of a look, at all or as a person; false if there is none. */
export async function askReason(session, person) {
  if (!session.lacksReason(person)) return true;
  const values = await ask({ ...whyLook, action: "Show",
    fields: [{ name: "reason", label: "Reason", required: true, value: session.reason }],
  });
  if (values) session.give(values.reason, person);
  return values !== undefined;
}

/** Says that a list goes on behind what is shown, and which query lists it all. */
export const rest = (hasMore, shown, query) => hasMore && h("p", `Only the first ${shown} are shown; the query ${query} lists the rest.`);

/** Says a thing shortly, to eyes and to screen readers. */
export function toast(text, kind = "") {
  const place = document.getElementById("toasts");
  const element = h(`div.toast${kind && `.${kind}`}`, text);
  place.append(element);
  setTimeout(() => element.remove(), 6_000);
}

/** A sentence for what was refused. */
export function sentence(error) {
  if (error?.code === "network" || error?.code === "timedOut") return "The server is not reached. Try again in a moment.";
  if (error?.code === "rateLimited") {
    const seconds = Math.ceil((error.retryAfter ?? 1_000) / 1_000);
    return `Too many messages in a short time. Wait ${seconds} s.`;
  }
  return error?.message ?? String(error);
}

/** Says what was refused. */
export const refused = (error) => toast(sentence(error), "bad");
