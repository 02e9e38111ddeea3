import Oracle

/// Finds the shortest lines that a store still answers wrongly, within reason.
enum Shrunk {
    private static let patience: Duration = .seconds(120)

    static func lines(_ failing: [Line]) async -> [Line] {
        let deadline = ContinuousClock.now + patience
        return await Shrinker.shrunk(failing) { lines in
            guard ContinuousClock.now < deadline else { return false }
            return await fails(lines)
        }
    }

    private static func fails(_ lines: [Line]) async -> Bool {
        do {
            let contest = try Contest()
            for line in lines {
                if try await contest.play(line) != nil {
                    contest.close()
                    return true
                }
            }
            contest.close()
        } catch {
            return true
        }
        return false
    }
}
