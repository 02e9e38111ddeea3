import Foundation
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

@Suite struct `A store counts what it does` {
    private let sarah = UserID(UniqueID(high: 1, low: 1))
    private let mike = UserID(UniqueID(high: 1, low: 2))

    @Test func `sends, commits, events and what waits`() async throws {
        let store = try Store.temporary()
        defer { store.close() }
        let opened = store.gauges()
        #expect(opened.isWriting && opened.commits == 0 && opened.sends.done == 0)
        #expect(opened.appended == 0 && opened.position == Position(1))
        let chat = try await store.session(for: sarah).startDirect(with: mike)
        for number in 0..<20 {
            try await store.session(for: sarah).send("message \(number)", to: chat)
        }
        // A rule refuses it: no content, and an unknown conversation.
        for text in ["", " "] {
            await #expect(throws: StoreError.self) {
                try await store.session(for: sarah).send(text, to: chat)
            }
        }
        let gauges = store.gauges()
        #expect(gauges.sends.done == 20 && gauges.sends.refused == 2 && gauges.sends.failed == 0)
        #expect(gauges.sends.latency.count == 20 && gauges.sends.latency.sum > 0)
        #expect(gauges.commits >= 21 && gauges.commitLatency.sum > 0)
        #expect(gauges.appended == gauges.position.rawValue - 1)
        #expect(gauges.viewsPosition == gauges.position)
        #expect(gauges.waiting == 0 && gauges.erasing == 0 && gauges.oldestReader == nil)
        #expect(gauges.files.log > 0 && gauges.files.keys > 0 && gauges.files.views > 0)
        #expect(gauges.free.log > 0 && gauges.free.log < gauges.files.log + 1 << 20)
        #expect(try store.operator.ask(GaugesQuery()).sends == gauges.sends)
    }

    @Test func `followers while they wait, and what failed`() async throws {
        let store = try Store.temporary()
        let chat = try await store.session(for: sarah).startDirect(with: mike)
        let session = store.session(for: mike)
        let start = try store.position
        let follower = Task {
            for try await _ in session.follow(since: start) {}
        }
        while store.gauges().followers == 0 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(store.gauges().followers == 1)
        follower.cancel()
        _ = await follower.result
        #expect(store.gauges().followers == 0)
        store.close()
        await #expect(throws: StoreError.self) {
            try await store.session(for: sarah).send("late", to: chat)
        }
        let gauges = store.gauges()
        #expect(gauges.sends.failed == 1 && gauges.position == .zero)
    }

    @Test func `erasures that wait for a hold, until it is released`() async throws {
        let store = try Store.temporary()
        defer { store.close() }
        let session = store.session(for: sarah)
        let chat = try await session.startDirect(with: mike)
        let sent = try await session.send("held", to: chat)
        #expect(store.gauges().pendingErasures == 0)
        let desk = store.operator
        let hold = try await desk.placeHold(for: "matter", in: chat)
        try await desk.erase(.message(sent.message), basis: "b", reason: "r")
        try await desk.erase(.user(sarah), basis: "b", reason: "r")
        for _ in 0..<2 {
            #expect(store.gauges().pendingErasures == 2 && store.gauges().erasing == 0)
        }
        #expect(try desk.state().pendingErasures.count == 2)
        try await desk.releaseHold(hold)
        while store.gauges().pendingErasures > 0 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try desk.state().pendingErasures.isEmpty)
    }

    @Test func `a time falls into the range whose bound it does not exceed`() {
        var histogram = LatencyHistogram()
        for (range, bound) in LatencyHistogram.bounds.enumerated() {
            histogram.add(bound)
            #expect(histogram.counts[range] == 1)
            histogram.add(bound + 1)
            #expect(histogram.counts[range + 1] == 1)
            histogram = LatencyHistogram()
        }
        histogram.add(0)
        histogram.add(.max)
        #expect(histogram.count == 2 && histogram.counts.first == 1 && histogram.counts.last == 1)
        #expect(LatencyHistogram.bounds == LatencyHistogram.bounds.sorted())
    }

    @Test func `the page has the ranges, and every notice with its level`() throws {
        let bounds = LatencyHistogram.bounds.map { "\($0)" }.joined(separator: " ")
        #expect(try DocumentedBlock("bounds", of: "docs/notices.md").holds([bounds]))
        let page = try String(
            contentsOf: packageFolder.appending(path: "docs/notices.md"),
            encoding: .utf8
        )
        let start = try #require(page.range(of: "<!-- notices -->\n```\n")?.upperBound)
        let end = try #require(page.range(of: "```\n<!-- /notices -->")?.lowerBound)
        let listed = page[start..<end].split(separator: "\n").map { line in
            line.split(separator: " ", maxSplits: 2).prefix(2).map(String.init)
                .joined(separator: " ")
        }
        let known = Notice.ID.allCases.map { "\($0.rawValue) \($0.level.rawValue)" }.sorted()
        #expect(listed == known)
    }
}
