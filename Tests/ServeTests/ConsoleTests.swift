import Foundation
import Merkle
import ScrollbackConsole
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct `The files of the console` {
    @Test func `are those of the folder Console`() throws {
        let script = packageFolder.appending(path: "Scripts/embed-console.py").path
        let (ending, said) = try run("python3", [script, "--check"])
        #expect(ending == .exited(0), "\(said)")
    }

    @Test func `are sent without a key, under a policy that loads from nowhere else`() throws {
        let served = try ServedStore()
        #expect(ConsoleFile.all.count > 4)
        for file in ConsoleFile.all {
            let answer = try served.get(file.path)
            #expect(answer.status == 200, "\(file.path)")
            #expect(answer.body == file.bytes, "\(file.path)")
            #expect(answer.headers["etag"] == file.tag)
            #expect(answer.headers["content-type"] == file.type)
            #expect(answer.headers["cache-control"] == "no-cache")
            #expect(answer.headers["x-content-type-options"] == "nosniff")
            #expect(answer.headers["referrer-policy"] == "no-referrer")
            let policy = try #require(answer.headers["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'none'; script-src '"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("http"))
        }
        // A server without any keys shows the page too; it holds nothing of the store.
        let bare = try ServedStore(hasKeys: false)
        #expect(try bare.get("/console").status == 200)
    }

    @Test func `are not sent again to a browser that has them`() throws {
        let served = try ServedStore()
        let file = try #require(ConsoleFile.all.first { $0.path == "/console/app.js" })
        for known in [file.tag, "W/" + file.tag, "\"x\", \(file.tag)"] {
            let answer = try served.get(file.path, headers: ["If-None-Match: \(known)"])
            #expect(answer.status == 304, "\(known)")
            #expect(answer.body.isEmpty)
            #expect(answer.headers["content-security-policy"] == file.policy)
        }
        let other = try served.get(file.path, headers: ["If-None-Match: \"x\""])
        #expect(other.status == 200)
    }

    @Test func `are found under their own paths alone`() throws {
        let served = try ServedStore()
        let folder = try served.get("/console/")
        #expect(folder.status == 308)
        #expect(folder.headers["location"] == "../console")
        for path in [
            "/console/index.html", "/console/none.js", "/consolex", "/console/../healthz",
            "/console//app.js", "/console/%61pp.js", "/console?token=x", "/console/app.js?x",
        ] {
            #expect(try served.get(path).status == 404, "\(path)")
        }
        let posted = try served.post("/console", "{}")
        #expect(posted.status == 405)
        #expect(posted.headers["allow"] == "GET")
    }
}
