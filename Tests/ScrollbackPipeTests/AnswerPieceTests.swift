import ScrollbackPipe
import Testing

private struct Unwritable: Error {}

private let page = asks("messages", #""conversation":"\#(group)""#)

/// A store whose page of messages has 120 KB.
private func storeWithTexts() async throws -> ServedStore {
    var store = try ServedStore.make()
    let text = String(repeating: "a", count: 4_000)
    let sent = (0..<30).map { _ in sends(text, to: group) }
    _ = try await store.answer([begins(group)] + sent)
    return store
}

@Suite struct `Answers are written in pieces` {
    @Test func `of a mebibyte and the answer that fills it`() async throws {
        var store = try await storeWithTexts()
        let bytes = await store.pieces(of: [page]) { _ in }[0].count
        #expect(bytes > 120_000)
        let lines = (0..<20).map { #"{"ref":\#($0),"# + page.dropFirst() }
        let pieces = await store.pieces(of: lines) { _ in }
        let most = PipeServer.answerBytes + bytes + 20
        #expect(pieces.count == 3)
        for piece in pieces {
            #expect(piece.count <= most)
            #expect(piece.last == UInt8(ascii: "\n"), "a piece is whole lines")
        }
        #expect(pieces.dropLast().allSatisfy { $0.count >= PipeServer.answerBytes })
        for (number, answer) in Array(pieces.joined()).split(separator: UInt8(ascii: "\n"))
            .enumerated()
        {
            #expect(answer.starts(with: #"{"ref":\#(number),"ok":"#.utf8))
        }
    }

    @Test func `also those of commands, which share a commit all the same`() async throws {
        var store = try await storeWithTexts()
        let ref = String(repeating: "r", count: 50_000)
        let reads = does("markDelivered", #""conversation":"\#(group)","ref":"\#(ref)""#)
        let lines = [sends("a", to: group)] + Array(repeating: reads, count: 100)
        #expect(try await store.commits(for: lines) == 1)
        let pieces = await store.pieces(of: lines) { _ in }
        #expect(pieces.count == 5)
        #expect(pieces.allSatisfy { $0.count < PipeServer.answerBytes + 60_000 })
    }

    @Test func `and what cannot be written ends it at once`() async throws {
        var store = try await storeWithTexts()
        let id = "00000000-0000-4000-8000-0000000000ff"
        let send = does("send", #""conversation":"\#(group)","id":"\#(id)","text":"a""#)
        var tried = 0
        await #expect(throws: Unwritable.self) {
            _ = try await store.pieces(of: Array(repeating: page, count: 20) + [send]) {
                (number) throws(Unwritable) in
                tried = number
                throw Unwritable()
            }
        }
        #expect(tried == 1)
        let outcome = try await store.answer([asks("outcome", #""id":"\#(id)""#)]).last
        #expect(outcome?.ok?["known"] as? Bool == false)
    }
}

@Suite struct `An answer has at most four mebibytes` {
    private static let most = 4 << 20

    /// A group with so many messages of 60,000 characters.
    private func store(with count: Int) async throws -> ServedStore {
        var store = try ServedStore.make()
        let text = String(repeating: "a", count: 60_000)
        _ = try await store.answer(
            [
                does(
                    "configure",
                    as: "operator",
                    #""rateLimit":null,"textLimit":60000"#
                ), begins(group),
            ] + (0..<count).map { _ in sends(text, to: group) }
        )
        return store
    }

    private func ordinals(_ answer: Answered) -> [Int] {
        (answer.ok?["items"] as? [[String: Any]] ?? []).compactMap { $0["ordinal"] as? Int }
    }

    /// A page of the query, and how many bytes its line has.
    private func page(
        _ fields: String,
        of query: String = "messages",
        as user: String = anna,
        in store: inout ServedStore
    ) async throws -> (answer: Answered, bytes: Int) {
        let pieces = await store.pieces(of: [asks(query, as: user, fields)]) { _ in }
        let bytes = Array(pieces.joined())
        return (try Answered(bytes), bytes.count)
    }

    @Test func `and a longer page ends earlier, with a cursor`() async throws {  // D-80
        var store = try await store(with: 80)
        var seen: [Int] = []
        var before = ""
        repeat {
            let fields = #""conversation":"\#(group)","limit":500\#(before)"#
            let (answer, bytes) = try await page(fields, in: &store)
            #expect(bytes <= Self.most)
            let shown = ordinals(answer)
            seen = shown + seen
            before = (answer.ok?["before"] as? String).map { #","before":"\#($0)""# } ?? ""
            #expect(before.isEmpty || bytes > Self.most / 2, "a page is as long as it may be")
        } while !before.isEmpty
        #expect(seen == Array(1...81))
        let first = #""conversation":"\#(group)","limit":500,"before":"rubbish""#
        #expect(try await page(first, in: &store).answer.code == "invalidCursor")
    }

    @Test func `also where it goes on with what is newer`() async throws {  // D-80
        var store = try await store(with: 80)
        var since = 0
        var positions: [Int] = []
        while true {
            let (answer, bytes) = try await page(
                #""since":\#(since),"limit":500"#,
                of: "changes",
                in: &store
            )
            #expect(bytes <= Self.most)
            let items = answer.ok?["items"] as? [[String: Any]] ?? []
            positions += items.compactMap { $0["position"] as? Int }
            guard let next = answer.ok?["next"] as? Int, next > since, !items.isEmpty else { break }
            since = next
        }
        #expect(positions.count == Set(positions).count)
        #expect(positions.count >= 81)
    }

    @Test func `and one that just fits is whole`() async throws {  // D-80
        // 69 messages are below the limit, 70 above.
        for (count, isWhole) in [(69, true), (70, false)] {
            var store = try await store(with: count)
            let fields = #""conversation":"\#(group)","limit":500"#
            let (answer, bytes) = try await page(fields, in: &store)
            #expect(bytes <= Self.most)
            #expect((answer.ok?["before"] == nil) == isWhole, "\(count): \(bytes)")
        }
    }
}
