// What stands beside each screen: the JSON of its answer, and the command that prints the same.
import { ask, fill, h, sentence } from "./dom.js";

// The document stays usable; the command prints all of it.
const longest = 100_000;

async function json(reader, query, fields) {
  const text = JSON.stringify(await reader.ask(query, fields), null, 2);
  return text.length > longest ? `${text.slice(0, longest)}\n… The command prints the rest.` : text;
}

const lines = (text) => h("pre", { tabindex: 0, dir: "auto" }, text);

/** A part that opens: the command, and the JSON that is asked for then. */
export function source(reader, query, fields = {}) {
  const place = h("div", "…");
  return h("details.source", { ontoggle: async ({ target }) => {
    if (target.open) fill(place, lines(await json(reader, query, fields).catch(sentence)));
  } }, h("summary", "JSON, and the command that prints it"), lines(reader.command(query, fields)), place);
}

/** The same in a dialog, where a screen has no room. */
export async function showSource(reader, query, fields = {}) {
  const text = await json(reader, query, fields).catch(sentence);
  await ask({
    title: "JSON, and the command that prints it", action: "Close",
    text: h("div.source", lines(reader.command(query, fields)), lines(text)),
  });
}
