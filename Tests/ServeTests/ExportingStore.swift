import Foundation
import Glibc
import Scrollback
import ScrollbackServe
import TestSupport
import Testing

/// A server with two groups, and what the operator in person asks of its exports.
final class ExportingStore {
    static let secret = "the word that is erased"
    static let other = "00000000-0000-4000-8000-0000000000c2"
    static let message = "00000000-0000-4000-8000-0000000000e1"

    let served: ServedStore

    init(
        _ limits: ExportLimits = ExportLimits(),
        requests: RequestLimits = RequestLimits(),
        log: AccessLog? = nil
    ) throws {
        served = try ServedStore(
            ["users", "operator", "metrics", "operator=exports"],
            sockets: true,
            operatorTCP: true,
            requests: requests,
            exports: limits,
            log: log
        )
        for (user, name) in [(anna, "anna"), (ben, "ben"), (cora, "cora")] {
            try command("setProfile", #""as":"\#(user)","username":"\#(name)""#)
        }
        for id in [group, Self.other] {
            try command(
                "createGroup",
                #""as":"\#(anna)","id":"\#(id)","members":["\#(ben)","\#(cora)"]"#
            )
        }
        try command(
            "send",
            #""as":"\#(anna)","conversation":"\#(group)","id":"\#(Self.message)","text":"\#(Self.secret)""#
        )
        try command("send", #""as":"\#(ben)","conversation":"\#(Self.other)","text":"elsewhere""#)
    }

    func command(_ name: String, _ fields: String) throws {
        let answer = try served.post("/v1/commands/\(name)", "{\(fields)}")
        try #require(answer.status == 200, "\(answer.text)")
    }

    /// Asks about exports, at the operator's socket unless a key is named.
    func ask(
        _ method: String,
        _ path: String = "",
        _ body: String? = nil,
        key: String? = nil,
        headers: [String] = [],
        at place: ServedStore.Place = .operatorSocket
    ) throws -> RawClient.Answer {
        let client = served.client(at: place)
        client.send(request(method, path, body, key: key, headers: headers))
        guard let answer = client.answer() else { throw ServedStore.NoAnswer() }
        return answer
    }

    func request(
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        key: String? = nil,
        headers: [String] = []
    ) -> String {
        var lines = ["\(method) /v1/exports\(path) HTTP/1.1", "Host: localhost"] + headers
        if let key { lines.append("Authorization: Bearer \(served.keys[key] ?? key)") }
        if let body {
            lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
        }
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
    }

    /// Begins an export, and returns its id.
    func begin(_ body: String = "{}", key: String? = nil) throws -> String {
        let place: ServedStore.Place = key == nil ? .operatorSocket : .address
        let answer = try ask("POST", "", body, key: key, at: place)
        try #require(answer.status == 200, "\(answer.text)")
        #expect(answer.ok?["state"] as? String != nil)
        return try #require(answer.ok?["export"] as? String)
    }

    /// Waits until an export has a state, and returns how it stands.
    func wait(for state: String, of id: String) throws -> [String: Any] {
        var last: RawClient.Answer?
        let isThere = try eventually {
            last = try ask("GET", "/\(id)")
            return last?.ok?["state"] as? String == state
        }
        try #require(isThere, "\(last?.text ?? "")")
        return try #require(last?.ok)
    }

    /// The path of an export's file, with a ticket.
    func ticket(_ id: String, key: String? = nil) throws -> String {
        let place: ServedStore.Place = key == nil ? .operatorSocket : .address
        let answer = try ask("POST", "/\(id)/ticket", "{}", key: key, at: place)
        try #require(answer.status == 200, "\(answer.text)")
        let path = try #require(answer.ok?["path"] as? String)
        return String(path.dropFirst("/v1/exports".count))
    }

    /// The folders of exports beside the store, and what the store notes of them.
    var folders: [String] { Self.folders(of: served.store.path) }

    static func folders(of store: String) -> [String] {
        let parts = store.split(separator: "/")
        let parent = "/" + parts.dropLast().joined(separator: "/")
        let name = String(parts.last ?? "")
        return names(in: parent).filter { $0.contains("\(name).export-") }.map { "\(parent)/\($0)" }
            + names(in: store).filter { $0.hasPrefix("export.") }.map { "\(store)/\($0)" }
    }

    func erase() throws {
        let client = served.client(at: .operatorSocket)
        let body =
            #"{"as":"operator","message":"\#(Self.message)","basis":"asked","reason":"asked"}"#
        client.send(served.request("/v1/commands/erase", body, key: nil))
        let answer = client.answer()
        try #require(answer?.status == 200, "\(answer?.text ?? "")")
    }
}

/// Unpacks an archive with the system's tar, and returns the folder in it.
func unpacked(_ bytes: [UInt8], in folder: borrowing TemporaryFolder) throws -> String {
    let file = folder.path("export.tar")
    writeFile(file, bytes)
    let place = folder.path("unpacked")
    mkdir(place, 0o700)
    let tar = try run("tar", ["-xf", file, "-C", place])
    try #require(tar.ending == .exited(0), "\(tar.said)")
    #expect(tar.said.isEmpty)
    let found = names(in: place)
    try #require(found.count == 1)
    return "\(place)/\(found[0])"
}
