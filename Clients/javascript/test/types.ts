// What the types say is compared with the modules (`found`, made by the compiler from them), and used.
import * as said from "scrollback";
import * as saidOfTokens from "scrollback/tokens.js";
import type * as found from "found/scrollback.js";
import type * as foundOfTokens from "found/tokens.js";

type Same<A, B> = [keyof A] extends [keyof B] ? ([keyof B] extends [keyof A] ? true : never) : never;

const exported: Same<typeof said, typeof found> = true;
const exportedOfTokens: Same<typeof saidOfTokens, typeof foundOfTokens> = true;
const members: Same<said.Client, found.Client> = true;

async function use(signal: AbortSignal): Promise<said.Position | undefined> {
  const client = new said.Client({ url: "http://127.0.0.1:7800", key: () => "key", asUser: "user" });
  const { message, ordinal }: { message: string; ordinal: number } =
    await client.send("conversation", { text: "text" }, { idempotencyKey: said.randomID() });
  const page = await client.ask<{ items: said.Fields[] }>("messages", { limit: ordinal }, { signal });
  for await (const event of client.follow({ since: 0, conversation: message })) {
    switch (event.event) {
      case "snapshot": page.items.push(event.data); break;
      case "change": {
        // Typing and presence have no position.
        const position: said.Position | undefined = event.data.position;
        // @ts-expect-error
        const always: said.Position = event.data.position;
        return position ?? always;
      }
      case "reset": case "closed": case "expired": console.log(event.data.reason); break;
      case "caughtUp": return event.data.position;
    }
  }
  const key = await saidOfTokens.readTokenKey("text");
  const token: string = await saidOfTokens.makeToken(key, { user: "user", log: "log", seconds: 60 });
  new said.Client({ url: new URL("http://127.0.0.1:7800"), token });
  // @ts-expect-error
  new said.Client({ token });
  // @ts-expect-error
  client.send(7, "text");
  // @ts-expect-error
  client.sent("conversation");
  // @ts-expect-error
  await saidOfTokens.makeToken(key, { user: "user" });
  return client.position;
}

export { exported, exportedOfTokens, members, use };
