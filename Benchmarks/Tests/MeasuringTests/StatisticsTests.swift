import Measuring
import Testing

@Suite struct `What several runs gave is summed up` {
    @Test func `of an odd number of runs the middle one is the median`() {
        let summary = Summary(of: [9, 1, 5])
        #expect(summary?.median == 5)
        #expect(summary?.minimum == 1 && summary?.maximum == 9 && summary?.runs == 3)
    }

    @Test func `of an even number the median lies between the middle two`() {
        #expect(Summary(of: [4, 1, 2, 100])?.median == 3)
    }

    @Test func `no runs have no summary`() {
        #expect(Summary(of: []) == nil)
    }

    @Test(arguments: [(0.0, 1), (0.01, 1), (0.5, 50), (0.505, 51), (0.99, 99), (1.0, 100)])
    func `a percentile is the nearest rank`(share: Double, value: Double) {
        #expect(percentile(share, ofSorted: (1...100).map(Double.init)) == value)
    }

    @Test func `every percentile of one value is that value, and of none it is zero`() {
        #expect(percentile(0.99, ofSorted: [7]) == 7)
        #expect(percentile(0.99, ofSorted: []) == 0)
    }
}

@Suite struct `Figures are readable` {
    @Test(arguments: [
        (0, "0"), (0.0421, "0.042"), (1.005, "1.00"), (9.999, "10.00"), (12.34, "12.3"),
        (99.96, "100.0"), (1_234.5, "1,235"), (3_000_000, "3,000,000"), (-2.5, "-2.50"),
        (.infinity, "–"),
    ])
    func `a number has about three digits`(value: Double, text: String) {
        #expect(Text.number(value) == text)
    }

    @Test func `the spread is told unless there is none`() {
        #expect(Summary(of: [1, 2, 4]).map(Text.summary) == "2.00 (1.00–4.00)")
        #expect(Summary(of: [2, 2]).map(Text.summary) == "2.00")
    }
}

@Suite struct `Contestants are compared with the reference` {
    private struct Fixed: Contestant {
        let name: String
        let value: Double

        func run(in folder: String) async throws -> Sample {
            var sample = Sample()
            sample[.timePerEvent] = value
            return sample
        }
    }

    private func result(_ value: Double) async throws -> RowResult {
        let row = Row(
            "a question",
            compared: .timePerEvent,
            with: "floor",
            targets: [Target("ours", .times(of: "floor", 2.5))],
            contestants: [Fixed(name: "ours", value: value), Fixed(name: "floor", value: 2)]
        )
        let folder = try #require(Folder.make(in: Folder.temporary))
        defer { Folder.remove(folder) }
        return try await Runner(runs: 5, folder: folder) { _ in }.run(row)
    }

    @Test func `a ratio at the bound meets the target`() async throws {
        let result = try await result(5)
        #expect(result.lines.map(\.ratio) == [2.5, nil])
        #expect(result.verdicts.map(\.isMet) == [true])
    }

    @Test func `a ratio above the bound misses it`() async throws {
        #expect(try await result(5.01).verdicts.map(\.isMet) == [false])
    }
}

@Suite struct `A row becomes a picture and a page` {
    private struct Fixed: Contestant {
        let name: String
        let value: Double

        func run(in folder: String) async throws -> Sample {
            var sample = Sample()
            sample[.p50] = value
            return sample
        }
    }

    private func result(_ own: Double) async throws -> RowResult {
        let row = Row(
            "open <one> & all, 1,000",
            compared: .p50,
            with: Contender.peer,
            targets: [Target("Scrollback", .timesBetter(than: Contender.peer, 3))],
            bounds: "What bounds it.",
            contestants: [
                Fixed(name: "Scrollback", value: own), Fixed(name: Contender.peer, value: 6),
            ]
        )
        let folder = try #require(Folder.make(in: Folder.temporary))
        defer { Folder.remove(folder) }
        return try await Runner(runs: 5, folder: folder) { _ in }.run(row)
    }

    @Test func `bars are as long as their figures, and names are escaped`() async throws {
        let chart = Chart(of: try await result(2))
        #expect(chart.fileName == "open-one-all-1000.svg")
        #expect(chart.svg.contains("open &lt;one&gt; &amp; all"))
        #expect(chart.svg.contains(#"width="126.7""#) && chart.svg.contains(#"width="380.0""#))
    }

    @Test func `figures far apart are shown by their logarithms, and the picture says so`()
        async throws
    {
        #expect(!Chart(of: try await result(200)).svg.contains("logarithmic"))
        let chart = Chart(of: try await result(600))
        // From 3 on, half of the least: 6 is one doubling of 7.6.
        #expect(chart.svg.contains("logarithmic") && chart.svg.contains(#"width="49.7""#))
    }

    @Test(arguments: [(2.0, true, false), (2.1, false, false), (7, false, true)])
    func `a page says what was missed and what loses`(
        own: Double,
        isMet: Bool,
        loses: Bool
    ) async throws {
        let machine = Machine(dataFolder: "/", libraries: ["one"])
        var report = Report(machine: machine, seed: 1, ids: "ordered", isQuick: true, runs: 5)
        report.rows = [try await result(own)]
        let page = report.markdown(charts: "plots")
        #expect(page.contains("![open <one> & all, 1,000](plots/open-one-all-1000.svg)"))
        #expect(page.contains("Missed:") == !isMet)
        #expect(page.contains("Rows that lose") == loses)
        #expect(page.contains("| \(Contender.peer) | 1 | 6.00 |"))
        #expect(page.contains("What bounds it."))
    }
}
