import Foundation
import Testing

/// `ACCEPTANCE_MINUTES=30` keeps it going for as long as the specification asks.
@Suite struct `S4: twenty people at once for as long as it takes` {
    private static let load: Load = {
        let minutes = ProcessInfo.processInfo.environment["ACCEPTANCE_MINUTES"].flatMap(Double.init)
        return minutes.map { Load(duration: .seconds($0 * 60)) } ?? Load(operations: 20_000)
    }()

    @Test func `over the pipe nothing is lost, doubled, disordered or kept in memory`()
        async throws
    {  // TEST-30
        let backend = try PipeBackend(at: Place())
        let problems = try await Self.load.run(on: backend)
        #expect(problems == [])
        try backend.close()
    }

    /// In a process of its own, whose memory no other test uses.
    @Test func `in Swift nothing is lost, doubled, disordered or kept in memory`() async throws {
        // TEST-30
        let place = try Place()
        let report = place.path("problems")
        await #expect(processExitsWith: .success) { [report = report as String] in
            let backend = try SwiftBackend(at: Place())
            let problems = try await Self.load.run(on: backend)
            backend.close()
            try problems.joined(separator: "\n").write(
                toFile: report,
                atomically: true,
                encoding: .utf8
            )
        }
        let problems = try String(contentsOfFile: report, encoding: .utf8)
        #expect(problems == "")
    }
}
