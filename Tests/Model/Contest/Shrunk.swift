import Glibc
import Oracle

/// Finds the shortest lines that a store still answers wrongly in the same way, within reason.
enum Shrunk {
    /// `ORACLE_PATIENCE` gives it more or fewer seconds.
    private static let patience: Duration = .seconds(
        getenv("ORACLE_PATIENCE").flatMap { Int(String(cString: $0)) } ?? 60
    )

    static func lines(
        _ failing: [Line],
        difference: String,
        over carrier: Carrier
    ) async -> [Line] {
        let deadline = ContinuousClock.now + patience
        guard let verb = failing.last?.verb else { return failing }
        return await Shrinker.shrunk(failing) { lines in
            guard ContinuousClock.now < deadline, lines.last?.verb == verb else { return false }
            return await fails(lines, in: place(of: difference), over: carrier)
        }
    }

    /// The part of an answer that differs.
    private static func place(of difference: String) -> Substring {
        difference.prefix { $0 != ":" && $0 != "," && $0 != "[" && !$0.isNumber }
    }

    private static func fails(
        _ lines: [Line],
        in place: Substring,
        over carrier: Carrier
    ) async -> Bool {
        guard let contest = try? Contest(over: carrier) else { return false }
        defer { contest.close() }
        for (number, line) in lines.enumerated() {
            guard let difference = try? await contest.play(line) else { continue }
            return number == lines.count - 1 && self.place(of: difference) == place
        }
        return false
    }
}
