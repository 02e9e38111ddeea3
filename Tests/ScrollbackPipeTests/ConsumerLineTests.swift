import Foundation
import Locking
import Scrollback
import ScrollbackPipe
import TestSupport
import Testing

private func operates(_ name: String, _ fields: String = "") -> String {
    does(name, as: "operator", fields)
}

private func lists(_ fields: String = "") -> String { asks("consumers", as: "operator", fields) }

@Suite struct `Consumers are kept by lines` {
    /// Lines, each with the code and the field of its error, if it is refused.
    private static let lines: [(line: String, code: String?, field: String?)] = [
        (operates("beginConsumer", #""consumer":"b""#), nil, nil),
        (operates("beginConsumer", #""consumer":"a""#), nil, nil),
        (begins(group), nil, nil),
        (lists(), nil, nil),
        (operates("acknowledgeConsumer", #""consumer":"a","position":5"#), nil, nil),
        (operates("acknowledgeConsumer", #""consumer":"a","position":1"#), nil, nil),
        // It is there already.
        (operates("beginConsumer", #""consumer":"a""#), nil, nil),
        (operates("beginConsumer", #""consumer":"push""#), nil, nil),
        (lists(#""webhooks":true"#), nil, nil),
        (operates("removeConsumer", #""consumer":"b""#), nil, nil),
        (lists(), nil, nil),
        (operates("beginConsumer"), "invalidRequest", "consumer"),
        (operates("beginConsumer", #""consumer":7"#), "invalidRequest", "consumer"),
        (operates("beginConsumer", #""consumer":"A B""#), "invalidRequest", "consumer"),
        (operates("beginConsumer", #""consumer":"c","x":1"#), "invalidRequest", "x"),
        (operates("acknowledgeConsumer", #""consumer":"a""#), "invalidRequest", "position"),
        (
            operates("acknowledgeConsumer", #""consumer":"a","position":-1"#),
            "invalidRequest", "position"
        ),
        (
            operates("acknowledgeConsumer", #""consumer":"a","position":1.5"#),
            "invalidRequest", "position"
        ),
        (
            operates("acknowledgeConsumer", #""consumer":"a","position":99999"#),
            "invalidRequest", "position"
        ),
        (
            operates("acknowledgeConsumer", #""consumer":"a","position":1,"epoch":"zz""#),
            "invalidRequest", "epoch"
        ),
        (
            operates(
                "acknowledgeConsumer",
                #""consumer":"a","position":1,"epoch":"00000000000000aa""#
            ),
            "otherEpoch", "position"
        ),
        (
            operates("acknowledgeConsumer", #""consumer":"none","position":1"#),
            "notFound", "consumer"
        ),
        (
            operates("acknowledgeConsumer", #""consumer":"push","position":1"#),
            "invalidRequest", "consumer"
        ),
        (operates("removeConsumer", #""consumer":"push""#), "invalidRequest", "consumer"),
        (operates("removeConsumer", #""consumer":"none""#), "notFound", "consumer"),
        (operates("retryWebhook", #""webhook":"a""#), "notFound", "webhook"),
        (operates("dropWebhook", #""webhook":"none""#), "notFound", "webhook"),
        (operates("dropWebhook"), "invalidRequest", "webhook"),
        (does("beginConsumer", #""consumer":"c""#), "permissionDenied", nil),
        (asks("consumers"), "permissionDenied", nil),
        (lists(#""limit":0"#), "invalidRequest", "limit"),
        (lists(#""cursor":"x""#), "invalidCursor", "cursor"),
        (lists(#""webhooks":1"#), "invalidRequest", "webhooks"),
    ]

    @Test func `that are answered and refused in the same words on every way`() async throws {
        var told: [[String]] = []
        for carrier in Carrier.allCases {
            var store = try ServedStore.make(over: carrier)
            let answers = try await store.answer(Self.lines.map(\.line))
            for (asked, answer) in zip(Self.lines, answers) {
                #expect(answer.code == asked.code, "\(asked.line): \(answer.object)")
                #expect(answer.field == asked.field, "\(asked.line): \(answer.object)")
            }
            told.append(
                try answers.map { answer in
                    var object = answer.object
                    // What HTTP adds.
                    if var error = object["error"] as? [String: Any] {
                        for name in ["title", "status", "detail"] { error[name] = nil }
                        object["error"] = error
                    }
                    let data = try JSONSerialization.data(
                        withJSONObject: object,
                        options: .sortedKeys
                    )
                    return String(decoding: data, as: UTF8.self)
                }
            )
        }
        // Who asks as a user has another key over HTTP, whose refusal has other words.
        func others(_ texts: [String]) -> [String] {
            texts.filter { !$0.contains("permissionDenied") }
        }
        #expect(told[0] == told[1])
        #expect(others(told[0]) == others(told[2]))
        #expect(
            told[0][3]
                == #"{"ok":{"items":[{"behind":4,"consumer":"a","position":1},"#
                + #"{"behind":4,"consumer":"b","position":1}]},"position":5}"#
        )
        #expect(told[0][4] == #"{"ok":{"behind":0,"consumer":"a","position":5},"position":5}"#)
        #expect(told[0][5] == told[0][4], "a mark never moves back")
        #expect(told[0][8].contains(#""state":"parked""#) && !told[0][8].contains(#""a""#))
        #expect(told[0][9] == #"{"ok":{},"position":5}"#)
        #expect(!told[0][10].contains(#""b""#))
    }

    @Test(arguments: Carrier.allCases)
    func `of which a page goes on behind a name, also one that was removed`(
        carrier: Carrier
    ) async throws {
        var store = try ServedStore.make(over: carrier) { $0.mostConsumers = 7 }
        let names = (1...7).map { "c\($0)" }
        for name in names {
            let begun = operates("beginConsumer", #""consumer":"\#(name)""#)
            #expect(try await store.answer(begun)[0].ok != nil)
        }
        let more = try await store.answer(operates("beginConsumer", #""consumer":"c8""#))[0]
        #expect(more.code == "invalidRequest" && more.field == "consumer")
        var (found, cursor): ([String], String?) = ([], nil)
        repeat {
            let place = cursor.map { #","cursor":"\#($0)""# } ?? ""
            let page = try #require(try await store.answer(lists(#""limit":3\#(place)"#))[0].ok)
            let items = try #require(page["items"] as? [[String: Any]])
            found += items.compactMap { $0["consumer"] as? String }
            cursor = page["next"] as? String
            if found.count == 3 {
                let gone = operates("removeConsumer", #""consumer":"c3""#)
                #expect(try await store.answer(gone)[0].ok != nil)
            }
        } while cursor != nil
        #expect(found == names)
    }

    @Test func `of the process that writes; another one only reads them`() async throws {
        let folder = TemporaryFolder()
        let path = folder.path("chat.scrollback")
        let store = try Store.open(path)
        var writer = try PipeServer(store)
        func answer(_ server: inout PipeServer, _ line: String) async throws -> Answered {
            try Answered(await server.answer([Array(line.utf8)]))
        }
        let begins = operates("beginConsumer", #""consumer":"a""#)
        #expect(try await answer(&writer, begins).ok != nil)
        store.close()
        var reading = Store.Options()
        reading.access = .reading
        let other = try Store.open(path, options: reading)
        var reader = try PipeServer(other)
        let listed = try await answer(&reader, lists()).ok?["items"] as? [[String: Any]]
        #expect(listed?.map { $0["consumer"] as? String } == ["a"])
        for line in [
            begins, operates("acknowledgeConsumer", #""consumer":"a","position":1"#),
            operates("removeConsumer", #""consumer":"a""#),
            operates("retryWebhook", #""webhook":"a""#),
        ] {
            #expect(try await answer(&reader, line).code == "readOnly", "\(line)")
        }
        other.close()
        // A plain process serves no webhook, and a damaged file is named.
        let reopened = try Store.open(path)
        var plain = try PipeServer(reopened)
        let none = try await answer(&plain, lists(#""webhooks":true"#))
        #expect((none.ok?["items"] as? [Any])?.isEmpty == true)
        let retried = try await answer(&plain, operates("retryWebhook", #""webhook":"a""#))
        #expect(retried.code == "notFound" && retried.field == "webhook")
        reopened.close()
        let told = Lock<[String]>([])
        var options = Store.Options()
        options.notice = { notice in told.withLock { $0.append(notice.message) } }
        writeFile("\(path)/consumers.marks", Array("scrollback consumers 1\nrubbish\n".utf8))
        let damaged = try Store.open(path, options: options)
        var server = try PipeServer(damaged)
        #expect(try await answer(&server, lists()).code == "internal")
        let notices = told.withLock { $0 }
        #expect(notices.contains { $0.contains("Line 2 of consumers.marks") }, "\(notices)")
        let refused = try await answer(&server, begins).object["error"] as? [String: Any]
        #expect((refused?["message"] as? String)?.contains("Line 2 of consumers.marks") == true)
        damaged.close()
    }
}
