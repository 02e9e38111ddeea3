import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, ScrollbackError } from "../scrollback.js";
import { Server, anna, ben, skip } from "./server.js";

const options = { skip, timeout: 300_000 };

/** Two people and their conversation. */
async function chat(t, algorithm) {
  const server = await Server.start(t, algorithm);
  const { url } = server;
  // A server that is begun again may take longer than the usual attempts.
  const a = new Client({ url, token: () => server.token(anna), attempts: 50 });
  const b = new Client({ url, token: () => server.token(ben), attempts: 50 });
  await a.do("setProfile", { username: "anna" });
  await b.do("setProfile", { username: "ben" });
  const { conversation } = await a.do("startDirect", { with: ben });
  return { server, a, b, conversation };
}

const texts = (page) => page.items.map((item) => item.text).filter((text) => text !== undefined);

for (const algorithm of ["EdDSA", "HS256"]) {
  test(`two people talk, with tokens of ${algorithm}`, options, async (t) => {
    const { server, a, b, conversation } = await chat(t, algorithm);
    const sent = await a.send(conversation, "Noon?");
    assert.equal(typeof a.position, "string");
    assert.equal((await b.unread()).total, 1);
    await b.markRead(conversation, { upTo: sent.message });
    assert.equal((await b.unread()).total, 0);
    await b.send(conversation, { text: "Yes", replyTo: sent.message });
    assert.deepEqual(texts(await a.messages(conversation)).sort(), ["Noon?", "Yes"]);
    assert.equal((await a.conversations()).items.length, 1);
    const backend = new Client({ url: server.url, key: server.key, asUser: anna });
    assert.equal((await backend.conversations()).items.length, 1);
    await assert.rejects(backend.ask("conversations", {}, { atLeast: 9_999 }), {
      status: 400, field: "Scrollback-At-Least",
    });
    await assert.rejects(a.ask("conversations", {}, { asUser: ben }), {
      name: "ScrollbackError", code: "permissionDenied", status: 403,
    });
    await assert.rejects(a.send(conversation, ""), { code: "emptyMessage", status: 422 });
    await assert.rejects(a.do("send", { x: 1 }), { code: "invalidRequest", status: 400 });
    await assert.rejects(a.do("../x"), TypeError);
  });
}

test("following goes on after kill -9: nothing is lost or repeated", options, async (t) => {
  const { server, a, b, conversation } = await chat(t);
  const heard = [];
  const ids = [];
  const seen = [];
  const stop = new AbortController();
  const following = (async () => {
    for await (const event of b.follow({ signal: stop.signal })) {
      seen.push(event.event);
      if (event.event !== "change" || event.data.type !== "message") continue;
      heard.push(event.data.item.text);
      ids.push(event.id);
      if (heard.length === 30) return;
    }
  })();
  while (!seen.includes("caughtUp")) await sleep(10);
  for (let n = 0; n < 30; n += 1) {
    const said = a.send(conversation, `${n}`);
    if (n === 10 || n === 20) {
      await server.crash();
      await server.begin();
    }
    await said;
  }
  await following;
  assert.deepEqual(heard, Array.from({ length: 30 }, (_, n) => `${n}`));
  assert.equal(seen[0], "snapshot");
  assert.equal(seen.filter((name) => name === "snapshot").length, 1);
  assert.ok(!seen.includes("reset"));
  // Resuming by hand begins behind the id, and an unknown id is a reset with a snapshot.
  for await (const event of b.follow({ since: ids[28] })) {
    if (event.event !== "change" || event.data.type !== "message") continue;
    assert.equal(event.data.item.text, "29");
    break;
  }
  const begun = [];
  for await (const event of b.follow({ since: "nonsense" })) {
    begun.push(event.event);
    if (begun.length === 2) break;
  }
  assert.deepEqual(begun, ["reset", "snapshot"]);
});

test("a connection that is cut behind the request makes one message", options, async (t) => {
  const { server, conversation } = await chat(t);
  let cuts = 0;
  const keys = new Set();
  const proxy = createServer((from, to) => {
    keys.add(from.headers["idempotency-key"]);
    const { method, headers, url: path } = from;
    const onward = request({ port: server.port, host: "127.0.0.1", method, headers, path });
    onward.on("response", (answer) => {
      if (cuts < 2) {
        cuts += 1;
        answer.resume();
        answer.on("end", () => from.socket.destroy());
        return;
      }
      to.writeHead(answer.statusCode, answer.headers);
      answer.pipe(to);
    });
    from.pipe(onward);
  });
  const url = await listen(t, proxy);
  const client = new Client({ url, token: await server.token(anna) });
  await client.send(conversation, "once");
  assert.equal(cuts, 2);
  assert.equal(keys.size, 1);
  assert.deepEqual(texts(await client.messages(conversation)), ["once"]);
});

test("an expired token is asked for again, once for each failure", options, async (t) => {
  const { server, conversation } = await chat(t);
  let asked = 0;
  const now = Math.floor(Date.now() / 1000);
  const token = () => server.token(anna, 3600, (asked += 1) === 1 ? now - 7200 : now);
  const client = new Client({ url: server.url, token });
  await Promise.all([1, 2, 3].map((n) => client.send(conversation, `${n}`)));
  assert.equal(asked, 2, "requests at once share a new token");
  const old = async () => {
    asked += 1;
    return server.token(anna, 60, now - 7200);
  };
  asked = 0;
  const refused = new Client({ url: server.url, token: old });
  await assert.rejects(refused.unread(), { status: 401, code: "permissionDenied" });
  assert.equal(asked, 2);
  const fixed = new Client({ url: server.url, token: await old() });
  await assert.rejects(fixed.follow().next(), { status: 401 });
  // A stream that expires goes on with another token.
  asked = 0;
  const short = new Client({
    url: server.url, token: () => server.token(anna, (asked += 1) === 1 ? 6 : 3600),
  });
  const seen = [];
  for await (const event of short.follow()) {
    seen.push(event.event);
    if (event.event === "expired") await client.send(conversation, "later");
    if (event.event === "change" && event.data.item?.text === "later") break;
  }
  assert.equal(asked, 2);
  assert.equal(seen.filter((name) => name === "snapshot").length, 1);
});

test("an abort ends a stream and a request at once", options, async (t) => {
  const { a } = await chat(t);
  const stop = new AbortController();
  const why = new Error("enough");
  setTimeout(() => stop.abort(why), 200);
  await assert.rejects(async () => {
    for await (const event of a.follow({ signal: stop.signal })) assert.ok(event);
  }, why);
  await assert.rejects(a.unread({ signal: stop.signal }), why);
  await assert.rejects(a.do("setSettings", {}, { signal: stop.signal }), why);
});

test("hostile texts come back as they were sent", options, async (t) => {
  const { a, b, conversation } = await chat(t);
  const hostile = [
    "<script>alert(1)</script>", "a\r\nevent: closed\r\ndata: {}\n\nb", "\u202Eevil\u2066", "👩‍👩‍👧‍👦é",
    `e${"\u0301".repeat(400)}`, "\"}\n{\"event\":\"reset\"}", "\u2028\u2029", "__proto__",
  ];
  const known = [];
  for (const text of hostile) {
    try {
      await a.send(conversation, text);
      known.push(text);
    } catch (error) {
      assert.ok(error instanceof ScrollbackError);
      assert.equal(error.status, 422, error.message);
    }
  }
  assert.ok(known.length >= 5);
  const heard = [];
  for await (const event of b.follow({ since: 0, conversation })) {
    if (event.data.type === "message") heard.push(event.data.item.text);
    if (heard.length === known.length) break;
  }
  const shown = texts(await b.messages(conversation, { limit: 50 }));
  assert.deepEqual([...shown].sort(), [...heard].sort());
  assert.ok(heard.includes("<script>alert(1)</script>"));
  await assert.rejects(a.send(conversation, "\uD800"), ScrollbackError);
});

test("a slow reader gets everything, in order", options, async (t) => {
  const { a, b, conversation } = await chat(t);
  const long = "x".repeat(4_000);
  for (let n = 0; n < 50; n += 1) await a.send(conversation, `${n} ${long}`);
  const heard = [];
  for await (const event of b.follow({ since: 0, conversation })) {
    if (event.data.type !== "message") continue;
    heard.push(Number(event.data.item.text.split(" ")[0]));
    await sleep(20);
    if (heard.length === 50) break;
  }
  assert.deepEqual(heard, Array.from({ length: 50 }, (_, n) => n));
});

async function listen(t, server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections?.();
  });
  return `http://127.0.0.1:${server.address().port}`;
}
