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
