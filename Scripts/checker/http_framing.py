#!/usr/bin/env python3
"""Compares how a server frames requests with how h11 and httptools do.

    http_framing.py PORT SEED COUNT SECONDS

The server at 127.0.0.1:PORT answers each request with 200 and an object {"method", "target", "host",
"body", "coding"}, the body in hexadecimal. COUNT connections, or as many as SECONDS allow, bring random and
hostile requests, in pieces. A request that the server takes must be framed alike by each of the two
that takes it: method, target, host, body, and so where the next one begins. One that both refuse, the
server must not take, but for two things that are known of its library: chunks are read less strictly
(the connection ends behind them), and lines that begin with a zero byte are passed over like empty ones
where they stand directly before a request's line. Without those lines and with good chunks, one of the
two has to take that request. Needs the packages h11 and httptools.
"""

import concurrent.futures
import json
import random
import re
import socket
import sys
import time

import h11
import httptools

CR, LF = b"\r", b"\n"
BODIES = [b"", b"a", b"{}", b"0\r\n\r\n", b"GET /smuggled HTTP/1.1\r\nHost: b\r\n\r\n", b"\x00\xff" * 9]
METHODS = [b"GET", b"POST", b"PUT", b"DELETE", b"OPTIONS", b"PATCH", b"get", b"M-SEARCH", b"G@T", b""]
TARGETS = [b"/", b"/a?b=c", b"/a%2f..%00", b"//x", b"/../a", b"*", b"http://a/b", b"/a#b", b"/\xc3\xa9",
           b"/a b", b"a", b"/" + b"x" * 300, b"/a;b", b"/\x7f", b"/a\\b", b""]
VERSIONS = [b"HTTP/1.1"] * 12 + [b"HTTP/1.0", b"HTTP/1.2", b"HTTP/2.0", b"http/1.1", b"HTTP/1.1 ", b"", b"HTTP/11"]
HEADERS = [b"X-A: b", b"X-A:b", b"X-A: b  ", b"X-A:\tb", b"X-A: ", b"X-A:", b"X-A : b", b" X-A: b",
           b"X-A: a\x0bb", b"X-A: a\x00b", b"X-A: \xff", b"X A: b", b"X-A", b": b", b"X-A: a\rb",
           b"X-A: a\n b", b"X-A: a\r\n b", b"\tX-A: b", b"X@A: b", b"X-\xc3\xa9: b", b"Expect: 100-continue",
           b"Connection: close", b"Connection: keep-alive", b"X-Long: " + b"y" * 700, b"Host: b", b"Host: a, b"]
LENGTHS = [b"%d", b" %d", b"%d ", b"+%d", b"-%d", b"0x%d", b"%d,%d", b"%d, %d", b"0%d", b"%d\t", b"%d.0", b"%d\x0b", b""]
CODINGS = [b"chunked", b"Chunked", b"chunked ", b" chunked", b"gzip, chunked", b"chunked, gzip", b"identity",
           b"xchunked", b"chunked;q=1", b"\x0bchunked", b"", b"chunked, chunked", b"\"chunked\""]
QUIET = 0.1
TOGETHER = 16
ENDS = [CR + LF] * 30 + [LF, CR, CR + CR + LF, b"\x00"]


def some(chance, odd, usual):
    return odd if chance else usual


def chunked(rng, body):
    if rng.random() < 0.2:
        return rng.choice([b"0\r\n\r\n", b"1\r\na\r\n0\r\n\r\n", b"1;x=y\r\na\r\n0\r\n\r\n", b"01\r\na\r\n0\r\n\r\n",
                           b"1\na\n0\n\n", b"1 \r\na\r\n0\r\n\r\n", b"0x1\r\na\r\n0\r\n\r\n", b"-1\r\n", b"+1\r\na\r\n0\r\n\r\n",
                           b"ffffffffffffffff1\r\na", b"1\r\nab\r\n0\r\n\r\n", b"0\r\nX: y\r\n\r\n", b"0\r\n X\r\n\r\n",
                           b"1\r\na0\r\n\r\n", b"\r\n1\r\na\r\n0\r\n\r\n", b"g\r\n", b"00\r\n\r\n", b"1\r\na\r\n"])
    pieces, rest = [], body
    while rest:
        count = rng.randint(1, len(rest))
        pieces.append(b"%x\r\n%s\r\n" % (count, rest[:count]))
        rest = rest[count:]
    return b"".join(pieces) + b"0\r\n\r\n"


def request(rng):
    """A request that is good for the most part."""
    odd = rng.random() < 0.6
    rare = lambda: odd and rng.random() < 0.15
    end = lambda: rng.choice(ENDS) if odd else CR + LF
    method = rng.choice(METHODS if rare() else METHODS[:5])
    target = rng.choice(TARGETS if rare() else TARGETS[:3])
    gap = rng.choice([b"  ", b"\t", b" \x0b"]) if rare() else b" "
    lines = [method + gap + target + some(rare(), b"  ", b" ") + rng.choice(VERSIONS if odd else VERSIONS[:1])]
    headers = []
    if not rare():
        headers.append(rng.choice([b"Host: a", b"host:a", b"HOST: a:80 "]))
    for _ in range(rng.randint(0, 3)):
        headers.append(rng.choice(HEADERS if odd and rng.random() < 0.3 else HEADERS[:5]))
    body = rng.choice(BODIES)
    sent = b""
    way = rng.random()
    if way < 0.45:
        sent = body
        length = rng.choice(LENGTHS) if rare() else LENGTHS[0]
        count = max(0, len(body) + rng.choice([0] * 9 + [1, -1])) if odd else len(body)
        headers.append(b"Content-Length: " + length.replace(b"%d", b"%d" % count))
        if rare():
            headers.append(b"Content-Length: %d" % rng.choice([0, count, count + 1]))
        if rare():
            headers.append(b"Transfer-Encoding: " + rng.choice(CODINGS))
    elif way < 0.75:
        sent = chunked(rng, body) if odd else chunked(random.Random(1), body)
        headers.append(b"Transfer-Encoding: " + (rng.choice(CODINGS) if rare() else b"chunked"))
        if rare():
            headers.append(b"Transfer-Encoding: " + rng.choice(CODINGS))
        if rare():
            headers.append(b"Content-Length: %d" % rng.choice([0, 3, len(sent)]))
    rng.shuffle(headers)
    head = b"".join(line + end() for line in lines + headers) + end()
    whole = head + sent
    if rare():
        at = rng.randrange(len(whole))
        change = rng.randrange(3)
        byte = bytes([rng.randrange(256)])
        whole = whole[:at] + (byte if change != 1 else b"") + whole[at + (change != 0):]
    if rare():
        whole = rng.choice([CR + LF, LF, b" ", b"\x00"]) + whole
    return whole


def seen_by_h11(data):
    """The requests that h11 takes, and whether it refuses what follows."""
    taken = []
    connection = h11.Connection(h11.SERVER)
    connection.receive_data(data)
    try:
        while True:
            event = connection.next_event()
            if event is h11.NEED_DATA or event is h11.PAUSED:
                return taken, False
            if isinstance(event, h11.ConnectionClosed):
                return taken, False
            asked, body = event, b""
            while True:
                event = connection.next_event()
                if event is h11.NEED_DATA:
                    return taken, False
                if isinstance(event, h11.EndOfMessage):
                    break
                body += bytes(event.data)
            host = [value.strip(b" \t") for name, value in asked.headers if name == b"host"]
            taken.append((asked.method, asked.target, host[0] if host else b"", body))
            connection.send(h11.Response(status_code=200, headers=[("content-length", "0")]))
            connection.send(h11.EndOfMessage())
            if connection.our_state is not h11.DONE or connection.their_state is not h11.DONE:
                return taken, False
            connection.start_next_cycle()
    except h11.RemoteProtocolError:
        return taken, True
    except h11.LocalProtocolError:
        return taken, False


class Listener:
    def __init__(self):
        self.taken = []
        self.parser = None

    def on_message_begin(self):
        self.target, self.host, self.body = b"", b"", b""

    def on_url(self, url):
        self.target += url

    def on_header(self, name, value):
        if name.lower() == b"host":
            # It leaves the blanks behind a value.
            self.host = value.strip(b" \t")

    def on_body(self, body):
        self.body += body

    def on_message_complete(self):
        self.taken.append((self.parser.get_method(), self.target, self.host, self.body))


def seen_by_httptools(data):
    listener = Listener()
    listener.parser = httptools.HttpRequestParser(listener)
    try:
        listener.parser.feed_data(data)
    except httptools.HttpParserUpgrade:
        return listener.taken, False
    except httptools.HttpParserError:
        return listener.taken, True
    return listener.taken, False


def seen_by_server(port, data, rng):
    """The requests that the server takes, how each body was sent, and all statuses."""
    connection = socket.create_connection(("127.0.0.1", port), 20)
    received = b""
    try:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randint(0, 3)))
        for start, stop in zip([0] + cuts, cuts + [len(data)]):
            connection.sendall(data[start:stop])
    except OSError:
        pass
    try:
        # What does not come soon is not compared.
        connection.settimeout(QUIET)
        while piece := connection.recv(1 << 16):
            received += piece
    except (ConnectionResetError, TimeoutError):
        pass
    finally:
        connection.close()
    taken, codings, statuses, rest = [], [], [], received
    while rest:
        head, gap, rest = rest.partition(b"\r\n\r\n")
        if not gap:
            break
        status = int(head.split(b" ")[1])
        if status == 100:
            continue
        statuses.append(status)
        if status != 200:
            # The connection ends with it. The library sends the head of its own refusals twice.
            break
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        count = int(fields[b"content-length"])
        body, rest = rest[:count], rest[count:]
        echo = json.loads(body)
        taken.append((echo["method"].encode(), echo["target"].encode(), echo["host"].encode("utf-8"),
                      bytes.fromhex(echo["body"])))
        codings.append(echo["coding"])
    return taken, codings, statuses


def head_of(data, ours, index):
    """What stands before the head of a request that the server took, and the head."""
    start = 0
    for number, (method, target, _, body) in enumerate(ours):
        begin = data.find(method + b" " + target + b" HTTP/1.", start)
        end = data.find(b"\r\n\r\n", begin) + 4
        if number == index:
            return data[start:begin], data[begin:end]
        # A body in chunks is the last of its connection, so that this one came as it is.
        start = end + len(body)


def is_known(data, ours, codings, index):
    """Whether both others refuse a request only for what the library is known to take."""
    before, head = head_of(data, ours, index)
    is_chunked = codings[index] == "chunked"
    if not re.fullmatch(rb"(\x00[^\n]*\n|\r?\n)*", before) or not (before or is_chunked):
        return False
    good = body = ours[index][3]
    if is_chunked:
        good = (b"%x\r\n%b\r\n" % (len(body), body) if body else b"") + b"0\r\n\r\n"
    return any(seen(head + good) == ([ours[index]], False) for seen in (seen_by_h11, seen_by_httptools))


def faults(data, ours, codings, others):
    for index, mine in enumerate(ours):
        refusals = 0
        for name, (taken, refused) in others.items():
            if index < len(taken):
                theirs = taken[index]
                if theirs != mine:
                    yield f"request {index}: {name} has {theirs}, the server {mine}"
                    return
            elif refused and index == len(taken):
                refusals += 1
        if refusals == len(others) and not is_known(data, ours, codings, index):
            yield f"request {index}: both refuse it, the server takes {mine}"
            return


def tried(port, seed, number):
    """How many requests of a connection the server takes and refuses, and what is wrong."""
    rng = random.Random(f"{seed}/{number}")
    data = b"".join(request(rng) for _ in range(rng.randint(1, 3)))
    try:
        ours, codings, statuses = seen_by_server(port, data, rng)
    except (ValueError, IndexError, KeyError, OSError) as error:
        return 0, 0, [f"{seed}/{number}: the answer cannot be read ({error!r}): {data!r}"]
    others = {"h11": seen_by_h11(data), "httptools": seen_by_httptools(data)}
    found = [f"{seed}/{number}: {fault}: {data!r}" for fault in faults(data, ours, codings, others)]
    return len(ours), len(statuses) - len(ours), found


def main():
    port, seed, count, seconds = (int(word) for word in sys.argv[1:5])
    end = time.monotonic() + seconds
    done = taken = refused = found = 0
    with concurrent.futures.ThreadPoolExecutor(TOGETHER) as workers:
        for first in range(0, count, 100):
            if time.monotonic() > end or found > 20:
                break
            numbers = range(first, min(count, first + 100))
            for ours, others, wrong in workers.map(lambda n: tried(port, seed, n), numbers):
                done, taken, refused = done + 1, taken + ours, refused + others
                found += len(wrong)
                for line in wrong:
                    print(line)
    print(f"{done} connections, {taken} requests taken, {refused} refused, {found} faults")
    return 1 if found or taken == 0 or refused == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
