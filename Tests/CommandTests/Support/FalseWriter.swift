import TestSupport
import Testing

/// A program at a control socket that hears one line of each connection, says the same to all, and
/// ends the connection.
struct FalseWriter: ~Copyable {
    private let folder: TemporaryFolder
    private let program: StartedProgram
    var socket: String { folder.path("socket") }

    private static let script = """
        import socket, sys
        server = socket.socket(socket.AF_UNIX)
        server.bind(sys.argv[1])
        server.listen()
        print("listens", flush=True)
        while True:
            client = server.accept()[0]
            with client, client.makefile("rwb") as stream:
                print(stream.readline().decode(), end="", flush=True)
                stream.write(sys.argv[2].encode())
        """

    static func start(saying words: String) throws -> FalseWriter {
        let folder = TemporaryFolder("writer")
        let program = try StartedProgram(
            "python3",
            ["-c", script, folder.path("socket"), words],
            errors: folder.path("errors")
        )
        try #require(program.readLine() == "listens")
        return FalseWriter(folder: folder, program: program)
    }

    /// The next line that it heard.
    func heard() throws -> String { try #require(program.readLine()) }
}
