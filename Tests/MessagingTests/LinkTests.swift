import Messaging
import Testing

@Suite struct `Links in a text` {
    @Test(arguments: [  // MEDIA-14 D-55
        ("see https://example.org", ["https://example.org"]),
        ("http://a.b/c?d=e&f#g", ["http://a.b/c?d=e&f#g"]),
        ("HTTPS://Example.ORG/x", ["HTTPS://Example.ORG/x"]),
        ("http://a.b and https://c.d", ["http://a.b", "https://c.d"]),
        ("http://localhost:8080/", ["http://localhost:8080/"]),
        ("http://[::1]:80/x", ["http://[::1]:80/x"]),
        ("https://de.wikipedia.org/wiki/Größe", ["https://de.wikipedia.org/wiki/Größe"]),
        ("見てhttps://例え.jp/道です", ["https://例え.jp/道です"]),
        ("git+https://a.b", ["https://a.b"]),
    ])
    func `are the addresses of http and https`(text: String, urls: [String]) {
        #expect(Link.all(in: text).map(\.url) == urls)
        #expect(Link.count(in: text) == urls.count)
    }

    @Test(arguments: [
        ("Look (https://a.b/c).", "https://a.b/c"),
        ("https://a.b/c_(d)", "https://a.b/c_(d)"),
        ("(see https://a.b/c_(d))", "https://a.b/c_(d)"),
        ("https://a.b?!...", "https://a.b"),
        ("\"https://a.b\"", "https://a.b"),
        ("<https://a.b>", "https://a.b"),
        ("'https://a.b'", "https://a.b"),
        ("“https://a.b”", "https://a.b"),
        ("「https://a.b」。", "https://a.b"),
        ("[https://a.b]", "https://a.b"),
        ("{https://a.b},", "https://a.b"),
        ("https://a.b/c/", "https://a.b/c/"),
        ("https://a.b/c)d)", "https://a.b/c)d"),
        ("((https://a.b))", "https://a.b"),
        ("https://a.b\u{3000}x", "https://a.b"),
        ("https://a.b\nhello", "https://a.b"),
    ])
    func `end where the sentence around them goes on`(text: String, url: String) {
        #expect(Link.all(in: text).map(\.url) == [url])
    }

    @Test(arguments: [
        "", "://", "http://", "https:// a", "http:/a", "https:a.b", "ftp://a.b", "xhttps://a.b",
        "hhttp://a.b", "1http://a.b", "www.example.org", "httpx://a.b", "http://.", "https://…",
        "http://[", "http://[::1", "javascript://a", "http", "https", ":", "https:/", "tp://a",
        "http://\u{3000}a",
    ])
    func `are nothing else`(text: String) {
        #expect(Link.all(in: text) == [])
        #expect(Link.count(in: text) == 0)
    }

    @Test(arguments: [(62, 1), (63, 0)])
    func `have a host in brackets only if these close soon`(length: Int, count: Int) {
        let text = "http://[" + String(repeating: "1", count: length) + "]"
        #expect(Link.count(in: text) == count)
    }

    @Test func `say where they stand in UTF-16`() {
        let text = "👍 https://a.b, é http://c.d."
        #expect(Link.all(in: text).map(\.range) == [3..<14, 18..<28])
    }

    @Test func `follow each other without a gap only as one`() {
        #expect(Link.count(in: "http://a.bhttp://c.d") == 1)
        #expect(Link.count(in: "http://a.b http://c.d") == 2)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: ["http://", "http://.", "http://[", "http://a)", "http://a ", "(", ":", "://"]
    )
    func `are found in the longest text without delay`(piece: String) {
        let text = String(repeating: piece, count: (64 << 10) / piece.utf8.count)
        #expect(Link.count(in: text) <= text.utf8.count / 8)
    }
}
