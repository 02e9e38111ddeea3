// What left the store: the exports that the log notes.
import { fill, h, moment, number, short } from "./dom.js";
import { source } from "./source.js";

const scopeOf = ({ conversation, user, from, until, deleted }) => ([
  conversation && `conversation ${short(conversation)}`, user && `person ${short(user)}`,
  from !== undefined && `from ${moment(from)}`, until !== undefined && `until ${moment(until)}`,
].filter(Boolean).join(", ") || "everything") + (deleted ? ", with deleted messages" : "");

/** Shows them in a card. */
export async function exports(session, card) {
  const fields = { limit: 20 };
  const { items } = await session.operate("exports", fields);
  fill(card, h("h2", {}, "Exports"),
    items.length ? h("ul.rows-list", {}, items.map((item) => h("li", {}, h("div", {}, scopeOf(item),
      h("small", { dir: "auto" }, [`up to ${number(item.upTo)}`, moment(item.at), item.who, item.reason].filter(Boolean).join(" · "))),
    h("a", { href: `#log?at=${item.position}` }, number(item.position))))) : h("p", {}, "No words have left the store."),
    source(session.operator(), "exports", fields));
}
