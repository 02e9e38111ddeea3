import EventLog
import Messaging
import Scrollback
import ScrollbackJSON
import ScrollbackPipe
import Wire

/// The way of the operator's lines to the process that may write: this one, or the one that has
/// the store open, through its control socket.
///
/// Both answer the lines of the contract, so that a command is written once.
struct OperatorLink: ~Copyable {
    /// The answer of a line that was carried out.
    struct Answered {
        /// The object under `ok`.
        let ok: [UInt8]
        let position: Position
        /// The number of the journal's newest line; nil for a store without a journal.
        let keeping: UInt64?

        /// The lines to print.
        var keepingLines: [String] {
            keeping.map { ["keeping   \($0), the journal's newest line: a restore asks for it"] }
                ?? []
        }

        /// The field to print in an object.
        var keepingField: (name: String, value: JSON) {
            ("keeping", keeping.map(JSON.number) ?? .null)
        }

        /// Reads the object.
        func value<Value: JSONCodable>(_ type: Value.Type) throws(CommandFailure) -> Value {
            do throws(JSONError) {
                return try Value(json: ok)
            } catch {
                throw .otherAnswer
            }
        }
    }

    /// The store, where this process opened it.
    private let store: Store?
    private var server: PipeServer?
    private var client: ControlClient?

    private init(
        _ store: Store?,
        _ server: consuming PipeServer?,
        _ client: consuming ControlClient?
    ) {
        self.store = store
        self.server = server
        self.client = client
    }

    /// Opens the store for writing, or connects to the process that has done so.
    static func open(_ arguments: Arguments) throws(CommandFailure) -> OperatorLink {
        if let store = try Store.openAlone(arguments, Store.Options(writing: arguments)) {
            do throws(StoreError) {
                return OperatorLink(store, try PipeServer(store), nil)
            } catch {
                store.close()
                throw CommandFailure(reading: error)
            }
        }
        let socket = ControlPath(arguments)
        guard let client = try socket.client() else { throw socket.noWriter }
        return OperatorLink(nil, nil, client)
    }

    /// Closes the store; an unfinished erasure continues at the next opening.
    func close() { store?.close() }

    /// Carries out a line.
    ///
    /// - Throws: a failure with the code of the refusal.
    mutating func ask(
        _ fields: [(name: String, value: JSON)]
    ) async throws(CommandFailure) -> Answered {
        let actor: (name: String, value: JSON) = ("as", .string("operator"))
        let line = Array(JSON.object([actor] + fields).text.utf8)
        guard let answer = try await answer(to: line),
            let object = try? JSONDocument(answer, maximumBytes: Self.maximumBytes).object()
        else { throw .otherAnswer }
        if let error = object["error"]?.object {
            let code = error["code"]?.string ?? ""
            let message = error["message"]?.string ?? ""
            guard store != nil else { throw .ofWriter(code, message) }
            throw .failure(code, TerminalText.line(message))
        }
        guard let ok = object["ok"], case .number(let position)? = object["position"]?.integer
        else { throw .otherAnswer }
        var keeping: UInt64?
        if case .number(let number)? = object["keeping"]?.integer {
            keeping = UInt64(clamping: number)
        }
        return Answered(
            ok: Array(ok.bytes),
            position: Position(UInt64(clamping: position)),
            keeping: keeping
        )
    }

    private mutating func answer(to line: [UInt8]) async throws(CommandFailure) -> [UInt8]? {
        if server != nil {
            var answer = await server?.answer([line])
            if answer?.last == UInt8(ascii: "\n") { answer?.removeLast() }
            return answer
        }
        // A refusal may have come before.
        _ = client?.send(line)
        guard let answer = client?.readLine() else {
            throw .failure(
                "outcomeUnknown",
                "the process that writes ended; it is not known whether the command was carried "
                    + "out: run it again"
            )
        }
        return answer
    }

    /// Waits until an erasure has no slices left, and shows how far it is.
    mutating func waitForErasure(
        _ meter: ProgressLine,
        where isWanted: (ErasureInProgress) -> Bool
    ) async throws(CommandFailure) {
        while true {
            let state = try await ask([("ask", .string("state"))]).value(StoreState.self)
            guard let erasing = state.erasing.first(where: isWanted) else { return }
            meter.show(
                done: UInt64(clamping: erasing.erased),
                total: UInt64(clamping: erasing.erased + erasing.pending)
            )
            try? await Task.sleep(for: Self.pause)
        }
    }

    private static let pause = Duration.milliseconds(200)

    /// More than any answer of the contract has.
    private static let maximumBytes = 2 * Limits.answerBytes
}
