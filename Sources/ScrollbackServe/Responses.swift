internal import HTTPServing
internal import Messaging
internal import ScrollbackJSON

extension HTTPResponse {
    private static let common: [(name: String, value: String)] = [
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
    ]

    /// A response of JSON.
    init(json body: [UInt8], position: String?) {
        self.init(200, Self.common + [("Content-Type", "application/json")], body)
        if let position { headers.append(("Scrollback-Position", position)) }
    }

    /// A response that has `ok` and some fields in it, as the pipe writes it.
    init(position: String? = nil, ok fields: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.object { writer in
            writer.name("ok")
            writer.object(fields)
        }
        writer.endLine()
        self.init(json: writer.bytes, position: position)
    }

    /// That all is well, and no more.
    static let ok = HTTPResponse { _ in }

    /// That there is nothing to say.
    static let noContent = HTTPResponse(204, [("Cache-Control", "no-store")], [])

    /// A response of the line with which the pipe answers.
    init(line: [UInt8]) {
        if line.starts(with: Self.errorStart) {
            self.init(errorLine: line)
        } else {
            self.init(json: line, position: HeaderPosition.text(ofAnswer: line))
        }
    }

    private static let errorStart = Array("{\"error\":".utf8)

    /// An error as RFC 9457 writes it, with the members of the contract's error beside its own.
    ///
    /// Its code has its status; what only HTTP knows is given one. A seal hides its positions.
    init(_ error: ErrorForm, status: Int? = nil, under seal: ViewerSeal? = nil) {
        var line = JSONWriter()
        line.seal = seal
        line.writeLine(ref: nil, error: error)
        self.init(errorLine: line.bytes, status: status)
    }

    /// The same, of the line with which the pipe answers.
    init(errorLine line: [UInt8], status given: Int? = nil) {
        let error = try? JSONDocument(line, maximumBytes: line.count).object()["error"]?.object
        let code = error?["code"]?.string.flatMap(RefusalCode.init) ?? .internal
        let status = given ?? code.httpStatus
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("title", words(ofStatus: status))
            writer.field("status", status)
            writer.field("detail", error?["message"]?.string ?? "")
            for member in error?.members.map(\.self) ?? [] {
                writer.name(member.name)
                writer.write(json: member.value.bytes)
            }
        }
        writer.endLine()
        self.init(
            status,
            Self.common + [("Content-Type", "application/problem+json")],
            writer.bytes
        )
        if status == 429 || status == 503 {
            var milliseconds: Int64 = 1_000
            if case .number(let number)? = error?["retryAfter"]?.integer { milliseconds = number }
            headers.append(("Retry-After", "\(max(1, (milliseconds + 999) / 1_000))"))
        }
    }

    /// An archive, which a browser saves under a name.
    init(archiveNamed name: String) {
        let disposition = "attachment; filename=\"\(name)\""
        self.init(
            200,
            Self.common + [
                ("Content-Type", "application/x-tar"), ("Content-Disposition", disposition),
                ("Referrer-Policy", "no-referrer"),
            ],
            []
        )
    }

    /// Numbers in Prometheus' text form.
    init(metrics text: String) {
        let type = "text/plain; version=0.0.4; charset=utf-8"
        self.init(200, Self.common + [("Content-Type", type)], Array(text.utf8))
    }

    /// No key, or none that counts.
    static func unauthorized(_ message: String, hadKey: Bool) -> HTTPResponse {
        HTTPResponse(ErrorForm(.permissionDenied, message), status: 401)
            .challenging(because: hadKey ? "invalid_token" : nil)
    }

    /// The same for a key or token that counts, but not for this.
    func challengingForRights() -> HTTPResponse { challenging(because: "insufficient_scope") }

    /// The same with the challenge of RFC 6750, and its word for why.
    private func challenging(because reason: String?) -> HTTPResponse {
        var response = self
        let words = reason.map { ", error=\"\($0)\"" } ?? ""
        response.headers.append(("WWW-Authenticate", "Bearer realm=\"scrollback\"\(words)"))
        return response
    }

    /// A route that takes another method, or one of several with a comma between them.
    static func methodNotAllowed(but method: String) -> HTTPResponse {
        var response = HTTPResponse(
            ErrorForm(.invalidRequest, "Use \(method) at this path."),
            status: 405
        )
        response.headers.append(("Allow", method))
        return response
    }

    /// A command that the server began and cannot wait for.
    static let undecided = HTTPResponse(
        ErrorForm(
            .outcomeUnknown,
            "The server stopped before this was answered, and it may have been done. Send it again "
                + "with the same id."
        )
    )

    /// What the server does no more, and has not done.
    static let stopping = HTTPResponse(ErrorForm.stopping)

    static let notFound = HTTPResponse(ErrorForm(.notFound, "There is nothing under this path."))
}

extension ErrorForm {
    /// Why nothing new is begun; it was not done, so that a client or a proxy may repeat it.
    static let stopping = ErrorForm(
        .overloaded,
        "The server is stopping; ask again in a moment."
    )
}
