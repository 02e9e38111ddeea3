import Foundation
import TestSupport

/// Gives lines to a program in Python, which has its client send them.
final class PythonCarrier: LineCarrier {
    /// Reads lines and writes lines, as the pipe does; the client makes requests of them.
    private static let script = """
        import json, sys
        folder, address, key, operator_key = sys.argv[1:]
        sys.dont_write_bytecode = True
        sys.path.insert(0, folder)
        from scrollback import Client, ScrollbackError
        users = Client(address, key=key, timeout=600, attempts=1)
        operator = Client(address, key=operator_key, timeout=600, attempts=1)
        for line in sys.stdin:
            fields = json.loads(line)
            actor = fields.pop("as")
            client = operator if actor == "operator" else users
            command, query = fields.pop("do", None), fields.pop("ask", None)
            try:
                if command is not None:
                    answer = client.do(command, fields, as_user=actor)
                else:
                    answer = client.ask(query, fields, as_user=actor)
                said = {"ok": answer, "position": answer.position}
            except ScrollbackError as error:
                said = {"error": {"code": error.code, "message": error.message}}
                if error.retry_after is not None:
                    said["error"]["retryAfter"] = round(error.retry_after * 1000)
            print(json.dumps(said), flush=True)
        """

    /// The client's own folder, beside the tests.
    static let folder = URL(filePath: #filePath)
        .appending(path: "../../../../Clients/python").standardized.path

    private let server: ServedProgram
    private let client: StartedProgram

    init(_ place: Place) throws {
        server = try ServedProgram(place)
        client = try StartedProgram(
            NeededTool.python,
            [
                "-c", Self.script, Self.folder,
                "http://127.0.0.1:\(server.port)", server.key, server.operatorKey,
            ]
        )
    }

    var identifier: Int32 { server.program.identifier }

    func write(_ lines: [String]) { client.write(lines) }

    func nextLine() throws -> String { try client.nextLine() }

    func end() throws {
        try client.end()
        try server.end()
    }

    func dies() {
        server.program.crash()
        client.crash()
    }

    func watcher(
        since position: Int,
        in conversation: String?,
        for user: String,
        tellingTime tellTime: @escaping () throws -> Void
    ) throws -> (any Watcher)? {
        try PythonWatcher(
            server,
            since: position,
            in: conversation,
            for: user,
            tellingTime: tellTime
        )
    }
}
