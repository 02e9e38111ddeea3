import Foundation
import Scrollback
import Testing

@Suite struct `What the README shows` {
    private let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func `compiles and does what it says`() async throws {
        let place = FileManager.default.temporaryDirectory
            .appending(path: "readme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        var printed: [String] = []
        let sarahID = try #require(UserID("4b4cf9c3-25b9-4a2e-8a55-0d6c1b6b4a01"))
        try await runReadmeExample(
            at: place.appending(path: "chat.scrollback").path,
            sarahID,
            .fresh()
        ) { words in
            printed.append(words.map { "\($0)" }.joined(separator: " "))
        }
        #expect(
            printed == [
                "sarah 1 Are you free tomorrow?",
                #"sarah Are you free tomorrow? ["love"]"#,
                "notTheSender Only the sender may do this.",
            ]
        )
    }

    @Test func `shows a message as it was`() async throws {
        let place = FileManager.default.temporaryDirectory
            .appending(path: "readme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        var printed: [String] = []
        try await runReadmePast(
            at: place.appending(path: "chat.scrollback").path,
            .fresh(),
            .fresh()
        ) { words in
            printed.append(words.map { "\($0)" }.joined(separator: " "))
        }
        #expect(printed == ["Are you free tomorrow? 0"])
    }

    @Test func `turns notification plans into pushes to devices`() async throws {  // D-124
        let store = try Store.temporary()
        let (sarahID, mikeID) = (UserID.fresh(), UserID.fresh())
        let sarah = store.session(for: sarahID)
        let chat = try await sarah.startDirect(with: mikeID)
        try await sarah.send("Are you free tomorrow?", to: chat)
        var sent: [String] = []
        // It waits for the next event; closing the store ends it.
        _ = try? await push(
            from: store,
            after: Position(0),
            devices: { user in
                user == mikeID ? [Device(token: "phone"), Device(token: "tablet")] : []
            },
            send: { item, device in
                sent.append("\(device.token): \(item.badge)")
                if sent.count == 2 { store.close() }
            }
        )
        #expect(sent == ["phone: 1", "tablet: 1"])
    }

    @Test(arguments: [
        ("README.md", "ReadmeExample.swift", 3), ("docs/devices.md", "PushExample.swift", 1),
        ("docs/audit.md", "AuditExample.swift", 1),
    ])
    func `is what this target compiles`(page: String, file: String, count: Int) throws {
        func lines(_ path: String) throws -> [String] {
            try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                .components(separatedBy: "\n")
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let source = try lines("Tests/PublicFaceTests/\(file)")
        let blocks = try lines(page).split(separator: "```swift").dropFirst()
        #expect(blocks.count == count)
        for block in blocks {
            let shown = block.prefix { $0 != "```" }
                .filter { !$0.isEmpty && !$0.hasPrefix("import") }
            let first = try #require(source.firstIndex(of: shown.first ?? ""))
            let compiled = source[first...].filter { !$0.isEmpty }.prefix(shown.count)
            #expect(shown == Array(compiled))
            #expect(shown.count > 3)
        }
    }
}
