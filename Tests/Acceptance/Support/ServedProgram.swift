import Foundation
import TestSupport

/// The built server over a place's store, at a free port of loopback, with a key for users and one
/// of the operator in person.
final class ServedProgram {
    let port: UInt16
    let key: String
    let operatorKey: String
    let program: StartedProgram

    init(_ place: Place) throws {
        let keys = place.path("keys")
        // A store that is opened again has new keys.
        try? FileManager.default.removeItem(atPath: keys)
        key = try Self.key(keys, "users")
        operatorKey = try Self.key(keys, "operator")
        program = try StartedProgram(
            StartedProgram.built("scrollback"),
            [
                "serve", place.store, "--create", "--clock", "given", "--listen", "127.0.0.1:0",
                "--api-keys", keys, "--operator-tcp",
            ],
            errors: place.path("errors")
        )
        guard let said = program.readLine(), said.hasPrefix("http://"),
            let port = said.split(separator: ":").last.flatMap({ UInt16($0) })
        else { throw Ended() }
        self.port = port
    }

    private static func key(_ file: String, _ right: String) throws -> String {
        let maker = try StartedProgram(
            StartedProgram.built("scrollback"),
            ["apikey", file, "--name", right, "--allow", right]
        )
        guard let key = maker.readLine(), maker.finish() == .exited(0) else { throw Ended() }
        return key
    }

    /// The key that may send a line of an actor.
    func key(for actor: String?) -> String { actor == "operator" ? operatorKey : key }

    /// Ends it, and waits until the store is closed.
    func end() throws {
        program.terminate()
        guard program.finish(withinMilliseconds: 600_000) == .exited(0) else { throw Ended() }
    }
}
