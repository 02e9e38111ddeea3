internal import HTTPServing
internal import ScrollbackConsole

extension HTTPResponse {
    /// A file of the console, or that the one which the browser knows is the same.
    ///
    /// The browser asks each time whether it is: a page and its modules are always of one server.
    init(console file: ConsoleFile, known: String?) {
        let headers = [
            ("Cache-Control", "no-cache"), ("ETag", file.tag),
            ("Content-Security-Policy", file.policy), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        let tags = known?.split(separator: ",").map { tag in
            let trimmed = tag.drop { $0 == " " }
            return trimmed.hasPrefix("W/") ? trimmed.dropFirst(2) : trimmed
        }
        if tags?.contains(where: { $0 == file.tag }) == true {
            self.init(304, headers, [])
        } else {
            self.init(200, headers + [("Content-Type", file.type)], [])
            constant = Self.consoleFiles[file.path]
        }
    }

    /// The files by their paths, of which no client that reads slowly holds a copy.
    private static let consoleFiles = Dictionary(
        ConsoleFile.all.map { ($0.path, HTTPConstant($0.bytes)) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The console's page has no slash at its end, so that its paths hold behind a proxy's prefix.
    static let toConsole = HTTPResponse(
        308,
        [("Location", "../console"), ("Cache-Control", "no-store")],
        []
    )
}
