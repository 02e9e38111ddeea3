import Oracle
import Scrollback
import ScrollbackPipe
import ServeSupport

/// How lines come to a store.
enum Carrier: Sendable {
    case pipe, http
}

/// Tells a store lines, by the pipe or by requests to a server in this process.
final class Lines {
    private var pipe: PipeServer?
    private let http: HTTPLines?

    init(to store: Store, over carrier: Carrier) throws {
        switch carrier {
        case .pipe:
            pipe = try PipeServer(store)
            http = nil
        case .http:
            pipe = nil
            http = try HTTPLines(store)
        }
    }

    /// Ends what serves the store, before it is closed.
    func stop() { http?.stop() }

    /// The bytes of an answer, without its line feed.
    func bytes(of line: String) async throws -> [UInt8] {
        let line = Array(line.utf8)
        if let http { return try http.answer(line) }
        return Array(await pipe?.answer([line]).dropLast() ?? [])
    }

    func answer(_ line: String) async throws -> Value {
        try Value(json: try await bytes(of: line))
    }
}
