// Webhooks and other consumers: how far each is, and what is parked.
import {
  ask, button, count, facts, h, linkButton, moment, number, refill, refused, rest, sentence, toast,
} from "./dom.js";
import { source } from "./source.js";

/** Shows them in a card, and again after something was done. */
export async function consumers(session, card) {
  const again = linkButton("Look again", () => consumers(session, card));
  let items, next;
  try {
    ({ items, next } = await session.call("GET", "consumers"));
  } catch (error) {
    return refill(card, h("h2", "Webhooks"), h("p", sentence(error)), again);
  }
  const act = async (name, webhook, done) => {
    try {
      await session.call("POST", `webhooks/${name}`, { webhook });
      toast(done);
    } catch (error) {
      refused(error);
    }
    await consumers(session, card);
  };
  const drop = async (name) => {
    // More has come since the card was drawn.
    const { items } = await session.call("GET", "consumers").catch(refused) ?? {};
    const found = items?.find(({ consumer }) => consumer === name);
    // It went on meanwhile: the card says so.
    if (!found?.behind) return consumers(session, card);
    const { consumer, position, behind } = found;
    const isSure = await ask({
      title: `Drop ${count(behind, "event")}?`, action: `Drop ${number(behind)}`, danger: true,
      text: `Events ${number(position + 1)} to ${number(position + behind)} are never sent to ${consumer}, which is told.`,
    });
    if (isSure) await act("drop", consumer, "Dropped; it goes on at the newest event.");
  };
  refill(card, h("h2", "Webhooks and consumers"), items.length === 0 ? h("p", "There are none.") : h("ul.rows-list", items.map((item) => h("li",
    h("div", h("b", { dir: "auto" }, item.consumer), " ",
      item.webhook && h(`span.state.${item.state}`, item.state),
      h("small", facts(
        item.behind ? `${count(item.behind, "event")} behind` : "has everything",
        item.since && `${item.state} since ${moment(item.since)}`, item.failure,
        item.missed && `missed ${number(item.missed.from)} to ${number(item.missed.position)}`,
        item.reset && "must begin again after a restore",
      ))),
    item.webhook && item.state !== "served" && h("div.buttons",
      button("Retry", () => act("retry", item.consumer, "It is tried again.")),
      button("Drop", () => drop(item.consumer)))))),
  rest(next, items.length, "consumers"), again,
  source(session.route("consumers")));
}
