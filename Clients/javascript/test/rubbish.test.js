import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { Client } from "../scrollback.js";
import { makeToken, readTokenKey } from "../tokens.js";

const options = { timeout: 300_000 };
const lines = { "Content-Type": "application/x-ndjson" };

/** A client of a server that answers as a test says. */
async function client(t, answer, more = {}) {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections?.();
  });
  return new Client({ url: `http://127.0.0.1:${server.address().port}`, key: "k", ...more });
}

test("rubbish answers are errors with a type", options, async (t) => {
  for (const [status, type, body] of [
    [200, "text/html", "<html>"], [200, "application/json", '{"ok":'], [200, "x", "[]"],
    [200, "application/json", "{}"], [200, "application/json", ""],
    [200, "application/json", Buffer.from('{"ok":"\xff"}', "latin1")], [500, "text/html", "<h1>no"],
    [404, "application/json", "null"], [403, "application/json", '{"code":7}'],
  ]) {
    const asking = await client(t, (_, to) => to.writeHead(status, { "Content-Type": type }).end(body));
    const wanted = { name: "ScrollbackError", code: "invalidAnswer", status };
    await assert.rejects(asking.ask("unread"), wanted);
    await assert.rejects(asking.do("send", {}), wanted);
    await assert.rejects(asking.follow().next(), wanted);
  }
});

test("rubbish in a stream is an error with a type", options, async (t) => {
  for (const line of ["<html>\n", '{"event":"change","data":7}\n', "[]\n", "\xff\n"]) {
    const asking = await client(t, (_, to) => to.writeHead(200, lines).end(Buffer.from(line, "latin1")));
    await assert.rejects(asking.follow().next(), { code: "invalidAnswer" });
  }
  const endless = await client(t, (_, to) => {
    to.writeHead(200, lines).end(Buffer.alloc(9 * 1024 * 1024, 0x20));
  });
  await assert.rejects(endless.follow().next(), { code: "answerTooLong" });
});

test("a line and its characters may be cut anywhere; half a line does not count", options, async (t) => {
  const text = "é👩‍👧漢";
  const bytes = Buffer.from(
    `\n{"event":"comment"}\n{"event":"later","data":{}}\n{"event":"change","id":"7","data":{"text":"${text}"}}\n`,
  );
  const known = [];
  const asking = await client(t, async (from, to) => {
    known.push(from.headers["last-event-id"]);
    to.writeHead(200, lines);
    if (known.length === 1) {
      for (const byte of bytes) {
        to.write(Buffer.from([byte]));
        await new Promise((resolve) => setImmediate(resolve));
      }
      to.end('{"event":"change","id":"8","da');
    } else {
      to.end('{"event":"closed","data":{"reason":"ended"}}\n');
    }
  });
  const events = [];
  for await (const event of asking.follow({ since: "6" })) events.push(event);
  assert.deepEqual(events.map((event) => event.event), ["change", "closed"]);
  assert.equal(events[0].data.text, text);
  assert.deepEqual(known, ["6", "7"]);
});

test("a server that says nothing is given up, and a silent stream begun again", options, async (t) => {
  let requests = 0;
  const asking = await client(t, () => (requests += 1), { timeout: 1_000, attempts: 2 });
  await assert.rejects(asking.ask("unread"), { code: "timedOut" });
  assert.equal(requests, 2);
  let streams = 0;
  const following = await client(t, (_, to) => {
    to.writeHead(200, lines).flushHeaders();
    if ((streams += 1) === 2) to.end('{"event":"closed","data":{"reason":"ended"}}\n');
  }, { silence: 5_000 });
  assert.equal((await following.follow().next()).value.event, "closed");
  assert.equal(streams, 2);
});

test("429 and 503 are tried again after their time, with one key; others are not", options, async (t) => {
  const keys = [];
  const asking = await client(t, (from, to) => {
    keys.push(from.headers["idempotency-key"]);
    if (keys.length > 2) return to.end('{"ok":{}}');
    const [status, code] = keys.length === 1 ? [503, "overloaded"] : [429, "rateLimited"];
    const body = status === 503 ? { code } : { code, retryAfter: 1_000 };
    to.writeHead(status, status === 503 ? { "Retry-After": "1" } : {}).end(JSON.stringify(body));
  });
  const start = Date.now();
  await asking.do("send", { text: "x" });
  assert.ok(Date.now() - start >= 1_900);
  assert.equal(keys.length, 3);
  assert.equal(new Set(keys).size, 1);
  let count = 0;
  const refused = await client(t, (_, to) => {
    count += 1;
    to.writeHead(429, { "Retry-After": "3600" }).end('{"code":"rateLimited","detail":"Later."}');
  });
  await assert.rejects(refused.do("send", {}), { code: "rateLimited", retryAfter: 3_600_000 });
  assert.equal(count, 1, "an hour is not waited");
  const gone = new Client({ url: "http://127.0.0.1:1", attempts: 2 });
  await assert.rejects(gone.unread(), { code: "network" });
});

test("a key of idempotency that a header does not keep as it is is refused", options, async (t) => {
  const keys = [];
  const asking = await client(t, (from, to) => {
    keys.push(from.headers["idempotency-key"]);
    to.end('{"ok":{}}');
  });
  // The server would get \u00e9 and \u00e8 as bytes that are no UTF-8, and neither blank.
  for (const idempotencyKey of [
    "", " ", " x", "x ", "caf\u00e9", "caf\u00e8", "\u2713", "x\r\nScrollback-As: y", "x".repeat(129), 7,
  ]) {
    await assert.rejects(asking.do("send", { text: "x" }, { idempotencyKey }), TypeError);
  }
  for (const idempotencyKey of ["7", "order 7", "x".repeat(128)]) {
    await asking.do("send", { text: "x" }, { idempotencyKey });
    assert.equal(keys.pop(), idempotencyKey);
  }
  assert.equal(keys.length, 0);
});

test("a command whose outcome is unknown is sent again, with the same key", options, async (t) => {
  const keys = [];
  const asking = await client(t, (from, to) => {
    keys.push(from.headers["idempotency-key"]);
    if (keys.length === 1) return to.writeHead(500).end('{"code":"outcomeUnknown","status":500}');
    to.end('{"ok":{}}');
  });
  await asking.do("send", { text: "x" });
  assert.deepEqual(keys, [keys[0], keys[0]]);
  let count = 0;
  const broken = await client(t, (_, to) => {
    count += 1;
    to.writeHead(500).end('{"code":"internal","status":500}');
  });
  await assert.rejects(broken.do("send", {}), { code: "internal" });
  assert.equal(count, 1, "what failed for good is not repeated");
});

test("a connection that is cut within an event brings none of its changes twice", options, async (t) => {
  const change = (text, id, position = 7) =>
    `${JSON.stringify({ event: "change", id, data: { position, text } })}\n`;
  const known = [];
  const asking = await client(t, (from, to) => {
    known.push(from.headers["last-event-id"]);
    to.writeHead(200, lines);
    if (known.length === 1) {
      to.write(change("a", "6", 6) + change("b"));
      return setTimeout(() => to.destroy(), 50);
    }
    // The token ends between two changes of an event.
    if (known.length === 2) return to.end(`${change("b")}{"event":"expired","data":{}}\n`);
    const typing = `{"event":"change","data":{"type":"typing"}}\n`;
    to.end(`${change("b")}${change("c", "7")}${typing}{"event":"closed","data":{"reason":"ended"}}\n`);
  }, { key: () => "k" });
  const heard = [];
  for await (const { event, id, data } of asking.follow({ since: 5 })) {
    if (event === "change") heard.push([data.text ?? data.type, id]);
  }
  assert.deepEqual(heard, [["a", "6"], ["b", undefined], ["c", "7"], ["typing", undefined]]);
  assert.deepEqual(known, ["5", "6", "6"]);
});

test("a change without a position is told at once", options, async (t) => {
  const asking = await client(t, (_, to) => {
    to.writeHead(200, lines).write('{"event":"change","data":{"type":"typing"}}\n');
  });
  const following = asking.follow();
  assert.equal((await following.next()).value.data.type, "typing");
  await following.return();
});

test("a client comes back when the stream has said, and not sooner", options, async (t) => {
  const times = [];
  const asking = await client(t, (_, to) => {
    times.push(Date.now());
    to.writeHead(200, lines).write('{"event":"comment","retry":4000}\n');
    if (times.length === 1) return to.end('{"event":"closed","data":{"reason":"stopping"}}\n');
    to.end('{"event":"closed","data":{"reason":"ended"}}\n');
  });
  for await (const { event } of asking.follow()) assert.equal(event, "closed");
  const [first, second] = times;
  assert.ok(second - first >= 1_950, `${second - first} ms`);
});

const begun = '{"event":"comment","retry":100}\n{"event":"change","id":"1","data":{}}\n';
const ended = '{"event":"closed","data":{"reason":"ended"}}\n';
const refused = [401, "application/problem+json", '{"code":"permissionDenied"}'];

/** Follows a server that gives these answers in turn, each a status, a type and a body. */
async function followed(t, answers, more) {
  const sent = [];
  const asking = await client(t, (from, to) => {
    const [status, type, body] = answers[Math.min(sent.length, answers.length - 1)];
    sent.push(from.headers);
    if (status === 0) return to.destroy();
    to.writeHead(status, { "Content-Type": type }).end(body);
  }, more);
  const events = [];
  const follow = async () => {
    for await (const { event } of asking.follow({ since: 0 })) events.push(event);
  };
  return { sent, events, follow };
}

const stream = (body) => [200, lines["Content-Type"], body];

test("a stream comes back over faults of servers and pages of proxies", options, async (t) => {
  for (const lost of [
    [500, "application/problem+json", '{"code":"internal"}'],
    [500, "application/problem+json", '{"code":"stopped"}'],
    [507, "application/problem+json", '{"code":"storageFull"}'],
    [503, "application/problem+json", '{"code":"viewsUnavailable"}'], [502, "text/html", "<html>"],
    [500, "text/html", "<html>"], [404, "text/html", "<html>"], [200, "text/html", "<html>"], [0],
  ]) {
    const { sent, events, follow } = await followed(t, [stream(begun), lost, stream(ended)]);
    await follow();
    assert.deepEqual(events, ["change", "closed"], `${lost}`);
    assert.equal(sent.length, 3);
    assert.equal(sent[2]["last-event-id"], "1");
  }
});

test("an answer of the server ends a stream", options, async (t) => {
  for (const [status, code, page] of [
    [400, "invalidRequest"], [401, "permissionDenied"], [403, "permissionDenied"],
    [404, "notFound"], [410, "otherEpoch"], [401, "invalidAnswer", "<html>"],
  ]) {
    const answer = [status, "application/problem+json", page ?? JSON.stringify({ code })];
    const { sent, follow } = await followed(t, [stream(begun), answer]);
    await assert.rejects(follow(), { code, status });
    assert.equal(sent.length, 2);
  }
});

test("rubbish in a stream that came back is an error", options, async (t) => {
  const { follow } = await followed(t, [stream(begun), stream("<html>\n")]);
  await assert.rejects(follow(), { code: "invalidAnswer" });
});

test("a stream outlasts a function for tokens that fails", options, async (t) => {
  const over = stream(`${begun}{"event":"expired","data":{"reason":"expired"}}\n`);
  for (const before of [[over], [stream(begun), refused]]) {
    const said = ["one", new TypeError("offline"), "<p>Log in", undefined, "two"];
    const token = async () => {
      const found = said.shift();
      if (found instanceof Error) throw found;
      return found;
    };
    const { sent, events, follow } = await followed(
      t, [...before, stream(ended)], { key: undefined, token },
    );
    await follow();
    assert.deepEqual(events.filter((event) => event !== "expired"), ["change", "closed"]);
    assert.equal(said.length, 0);
    assert.equal(sent[0].authorization, "Bearer one");
    assert.equal(sent.at(-1).authorization, "Bearer two");
    assert.equal(sent.length, before.length + 1, "what is over is not sent again");
  }
});

test("a function for tokens that fails at first is an error, and an abort ends its wait", options, async (t) => {
  const token = async () => {
    throw new TypeError("offline");
  };
  const first = await followed(t, [stream(ended)], { key: undefined, token });
  await assert.rejects(first.follow(), { message: "offline" });
  assert.equal(first.sent.length, 0);

  const stop = new AbortController();
  const said = ["one"];
  const asking = await client(t, (_, to) => to.writeHead(200, lines).end(
    `${begun}{"event":"expired","data":{}}\n`,
  ), {
    key: undefined,
    token: async () => {
      if (said.length > 0) return said.pop();
      setTimeout(() => stop.abort(new Error("enough")), 50);
      throw new TypeError("offline");
    },
  });
  await assert.rejects(async () => {
    for await (const { event } of asking.follow({ since: 0, signal: stop.signal })) void event;
  }, { message: "enough" });
});

test("a stream asks for a token again long after it was refused one", options, async (t) => {
  let asked = 0;
  const { sent, events, follow } = await followed(t, [
    stream(begun), refused, [503, "text/html", ""], refused, stream(ended),
  ], { key: () => `t${(asked += 1)}` });
  await follow();
  assert.deepEqual(events, ["change", "closed"]);
  assert.equal(sent.at(-1).authorization, "Bearer t3");
});

test("a request that is refused late takes the token that another one got", options, async (t) => {
  let requests = 0;
  let asked = 0;
  const answer = (from, to) => {
    const isOld = from.headers.authorization === "Bearer t1";
    const end = () => to.writeHead(isOld ? 401 : 200).end(isOld ? '{"code":"x"}' : '{"ok":1}');
    setTimeout(end, isOld && (requests += 1) === 2 ? 300 : 0);
  };
  const asking = await client(t, answer, { key: () => `t${(asked += 1)}` });
  assert.deepEqual(await Promise.all([asking.unread(), asking.unread()]), [1, 1]);
  assert.equal(asked, 2);
});

test("a client and a key of tokens refuse what they cannot use", options, async () => {
  assert.throws(() => new Client({ url: "x" }), TypeError);
  assert.throws(() => new Client({ url: "http://h/?token=1" }), TypeError);
  assert.throws(() => new Client({ url: "http://h", token: "a", key: "b" }), TypeError);
  for (const text of ["", "a b c", "a EdDSA chat " + "0".repeat(64), "a HS256 chat 12"]) {
    await assert.rejects(readTokenKey(text), TypeError);
  }
  const key = await readTokenKey(`a HS256 chat ${"0".repeat(64)}`);
  await assert.rejects(makeToken(key, { user: "u", log: "l", seconds: 3601 }), RangeError);
});
