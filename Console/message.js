// A message as a row.
import { avatar, bytes, clock, day, dayKey, facts, grown, h, icon, linkButton, moment, svg } from "./dom.js";

export const tapbacks = { love: "❤️", like: "👍", dislike: "👎", laugh: "😂", emphasize: "‼️", question: "❓" };
export const face = (reaction) => tapbacks[reaction] ?? reaction;

const together = 5 * 60_000;
const pattern = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}']/g;

/** A text with its mentions and links; all of it is text. */
function words(text, mentions) {
  const marks = mentions.map((m) => ({ from: m.offset, to: m.offset + m.length, name: m.name }));
  for (const found of text.matchAll(pattern)) {
    marks.push({ from: found.index, to: found.index + found[0].length, url: found[0] });
  }
  marks.sort((a, b) => a.from - b.from);
  const parts = [];
  let place = 0;
  for (const mark of marks) {
    if (mark.from < place) continue;
    parts.push(text.slice(place, mark.from));
    parts.push(mark.url
      ? h("a", { href: mark.url, target: "_blank", rel: "noreferrer noopener" }, mark.url)
      : h("bdi.mention", `@${mark.name}`));
    place = mark.to;
  }
  parts.push(text.slice(place));
  return parts;
}

function textBlock(text, mentions) {
  const block = h("div.text", { dir: "auto" }, words(text, mentions));
  const isLong = text.length > 4_000 || text.split("\n", 61).length > 60;
  if (!isLong) return block;
  block.classList.add("long");
  const more = h("button.more", { onclick: () => {
    block.classList.toggle("open");
    more.textContent = block.classList.contains("open") ? "Show less" : "Show all";
    grown(block);
  } }, "Show all");
  return [block, more];
}

const names = { image: "Photo", audio: "Audio", file: "File" };

/** What stands for an attachment: nothing is loaded from elsewhere. */
function attachment(item) {
  const details = facts(item.name, item.bytes && bytes(item.bytes), item.seconds && length(item.seconds));
  if (item.kind === "audio") {
    const values = item.waveform ?? [];
    const bars = svg("svg", { class: "wave", viewBox: "0 0 96 24", "aria-hidden": "true" });
    for (let n = 0; n < 32; n += 1) {
      const value = values.length ? values[Math.floor((n * values.length) / 32)] / 255 : 0.35;
      bars.append(svg("rect", { x: n * 3, y: 12 - 2 - value * 9, width: 2, height: 4 + value * 18, rx: 1 }));
    }
    return h("div.media.audio", icon("audio"), bars, h("span", details.length ? details : "Audio"));
  }
  const box = h(`div.media.${item.kind}`,
    icon(item.kind), h("span.media-name", { dir: "auto" }, item.name ?? names[item.kind]),
    h("span.media-detail", facts(names[item.kind], item.bytes && bytes(item.bytes),
      item.width && `${item.width} × ${item.height}`)));
  if (item.kind === "image" && item.width && item.height) {
    const ratio = Math.max(0.6, Math.min(2.4, item.width / item.height));
    box.style.aspectRatio = String(ratio);
  }
  return box;
}

const length = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, "0")}`;

function status(item) {
  const said = { sent: "Sent", delivered: "Delivered", read: "Read" }[item.status];
  const label = item.of > 1 && item.readCount !== undefined ? `${said}, read by ${item.readCount} of ${item.of}` : said;
  const drawing = icon(item.status === "sent" ? "sent" : "delivered", label);
  return h(`span.status.${item.status}`, { title: label }, drawing);
}

/** The bubble of an item, without what stands around it. */
function bubble(item, context) {
  const gone = item.erased ? "This message was erased" : item.deleted ? "This message was deleted" : undefined;
  const isMine = item.sender === context.person;
  const content = gone
    ? h("div.gone", gone)
    : [
        item.forwardedFrom && h("div.forwarded", "Forwarded"),
        item.replyTo && h("button.quote", { onclick: () => context.show(item.replyTo.message) },
          h("span.quote-name", { dir: "auto" }, item.replyTo.senderName ?? "Message"),
          h("span.quote-text", { dir: "auto" },
            item.replyTo.erased ? "Erased" : item.replyTo.deleted ? "Deleted" : item.replyTo.preview ?? "Not visible to you")),
        item.priority?.isPriority && h("div.priority", icon("bolt"), item.priority.reason ?? "Important"),
        item.attachments?.map(attachment),
        item.location && h("div.media.place", icon("location"),
          h("span.media-name", { dir: "auto" }, item.location.name ?? "Location"),
          h("span.media-detail", { dir: "auto" },
            item.location.address ?? `${item.location.latitude.toFixed(4)}, ${item.location.longitude.toFixed(4)}`)),
        item.text && textBlock(item.text, item.mentions ?? []),
        item.linkPreview && h("div.preview",
          h("b", { dir: "auto" }, item.linkPreview.title ?? item.linkPreview.url),
          item.linkPreview.description && h("span", { dir: "auto" }, item.linkPreview.description)),
      ];
  return h("div.bubble",
    !isMine && context.showsNames && h("span.sender", { dir: "auto" }, item.senderName ?? "The operator"),
    content,
    h("span.meta",
      item.broadcast && "Broadcast · ", item.payment && "Payment · ",
      item.edited > 0 && !gone && h("span", { title: item.editedAt && moment(item.editedAt) }, "edited · "),
      h("time", { datetime: new Date(item.sentAt).toISOString(), title: moment(item.sentAt) }, clock(item.sentAt)),
      item.status && !gone && status(item)));
}

/** What comes above a row: entries that are not visible, a new day, and where the unread begins. */
const above = (item, before, context) => [
  before !== undefined && item.ordinal > (before?.ordinal ?? 0) + 1 && context.gap?.(before, item),
  (!before || dayKey(before.sentAt) !== dayKey(item.sentAt)) && h("div.day", h("span", day(item.sentAt))),
  item.message === context.firstUnread && h("div.unread-line", h("span", "New messages")),
];

/** A row; `before` is the item above it. */
export function row(item, before, context) {
  if (item.system) {
    return h("article.row.system", { tabindex: -1, "aria-label": item.system.text },
      above(item, before, context), h("p", h("span", { dir: "auto" }, item.system.text)),
      context.note?.(item), context.end?.(item));
  }
  const isMine = item.sender === context.person;
  const follows = before && !before.system && before.sender === item.sender
    && item.sentAt - before.sentAt < together && dayKey(before.sentAt) === dayKey(item.sentAt)
    && item.message !== context.firstUnread;
  const name = isMine ? "You" : item.senderName ?? "The operator";
  const words = item.deleted ? "deleted" : item.erased ? "erased" : item.text?.slice(0, 200) ?? item.kind;
  const element = h(`article.row${isMine ? ".mine" : ""}${follows ? ".follows" : ""}`,
    { tabindex: -1, "aria-label": `${name}, ${clock(item.sentAt)}: ${words}`, "data-message": item.message },
    above(item, before, context),
    h("div.line",
      !isMine && (follows ? h("span.no-avatar") : avatar(item.sender, item.senderName)),
      h("div.stack",
        bubble(item, { ...context, showsNames: context.showsNames && !follows }),
        item.reactions?.length > 0 && h("div.reactions", item.reactions.map((group) =>
          h(`button.reaction${group.mine ? ".mine" : ""}`, {
            "aria-pressed": String(group.mine), disabled: !context.mayReact,
            "aria-label": `${group.reaction}, ${group.count}`,
            onclick: () => context.react(item, group.reaction, group.mine),
          }, face(group.reaction), group.count > 1 && h("span", String(group.count))))),
        context.note?.(item))),
    context.end?.(item));
  return element;
}

/** A message on its way. */
export function pending(entry, outbox) {
  const state = entry.error ? "Not sent" : entry.wait ?? "Sending…";
  const act = (words, action) => [" ", linkButton(words, action)];
  return h("article.row.mine.pending", { tabindex: -1, "aria-label": `You, ${state}: ${entry.text}` },
    h("div.line", h("div.stack", h("div.bubble",
      h("div.text", { dir: "auto" }, entry.text),
      h("span.meta", state)),
    (entry.error || entry.isHeld) && h("p.failure", { role: entry.error && "alert" }, entry.error,
      entry.error && act("Send again", () => outbox.again(entry)), act("Discard", () => outbox.drop(entry.id))))));
}

export function skeleton() {
  return h("div.row.skeleton", { role: "presentation" }, h("div.line", h("span.no-avatar"), h("div.stack", h("div.ghost"))));
}
