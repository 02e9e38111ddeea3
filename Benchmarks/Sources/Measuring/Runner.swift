internal import Glibc

/// Runs rows: contestants in turn, so that a machine that warms or tires treats them alike.
package struct Runner: Sendable {
    private let runs: Int
    private let folder: String
    private let progress: @Sendable (String) -> Void

    /// Fewer runs than this say nothing about the spread.
    package static let leastRuns = 5

    package init(runs: Int, folder: String, progress: @escaping @Sendable (String) -> Void) {
        precondition(runs >= Self.leastRuns, "A median needs five runs.")
        self.runs = runs
        self.folder = folder
        self.progress = progress
    }

    /// Answers a row's question.
    package func run(_ row: Row) async throws -> RowResult {
        var samples: [[Sample]] = Array(repeating: [], count: row.contestants.count)
        for run in 0..<runs {
            for turn in row.contestants.indices {
                // Each round begins with another one: none always comes after the same.
                let index = (turn + run) % row.contestants.count
                let contestant = row.contestants[index]
                progress("\(row.name) · run \(run + 1) of \(runs) · \(contestant.name)")
                let place = "\(folder)/run"
                Folder.remove(place)
                mkdir(place, 0o700)
                defer { Folder.remove(place) }
                samples[index].append(try await contestant.run(in: place))
            }
        }
        progress("")
        return RowResult(row, samples)
    }
}
