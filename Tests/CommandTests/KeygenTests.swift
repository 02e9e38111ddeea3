import Foundation
import Merkle
import TestSupport
import Testing

@Suite struct `A signer's key is made once and kept from others` {
    @Test func `the public half is printed and the private one is the owner's alone`() throws {
        let folder = TemporaryFolder()
        let path = folder.path("signer.key")
        let run = try Command.run("keygen", "--name", "example.com/log", "--out", path)
        #expect(run.exit == 0)
        #expect(run.errors.isEmpty)
        let key = try VerifierKey(String(run.output.dropLast()))
        #expect("\(key.name)" == "example.com/log")
        let bytes = readFile(path)
        #expect(bytes.last == UInt8(ascii: "\n"))
        let line = Array(bytes.dropLast())
        let signer = try SignerKey.parse(line.span.bytes)
        #expect(signer.verifier == key)
        #expect(!run.output.contains("PRIVATE"))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `two keys are never the same, and JSON says what a key is`() throws {
        let folder = TemporaryFolder()
        let first = try object(Command.run("keygen", "--json", "--out", folder.path("a")))
        let second = try object(Command.run("keygen", "--json", "--out=\(folder.path("b"))"))
        #expect(first["name"] as? String == "scrollback")
        #expect(first["key"] as? String != second["key"] as? String)
        let text = try #require(first["key"] as? String)
        #expect(try VerifierKey(text).id.description == first["id"] as? String)
    }

    @Test func `a file that exists is never replaced`() throws {
        let folder = TemporaryFolder()
        let path = folder.file("signer.key", Array("mine".utf8))
        let run = try Command.run("keygen", "--out", path, "--json")
        #expect(run.exit == 3)
        #expect(try errorCode(run) == "alreadyExists")
        #expect(readFile(path) == Array("mine".utf8))
        // Nor is what a link points to.
        symlink(folder.path("elsewhere"), folder.path("link"))
        #expect(try Command.run("keygen", "--out", folder.path("link")).exit == 3)
        #expect(!FileManager.default.fileExists(atPath: folder.path("elsewhere")))
    }

    @Test func `a path inside a store is refused`() throws {
        let folder = TemporaryFolder()
        let store = folder.path("chat.scrollback")
        mkdir(store, 0o700)
        mkdir("\(store)/deeper", 0o700)
        _ = folder.file("chat.scrollback/log.mdb", [])
        symlink(store, folder.path("link"))
        for path in ["\(store)/key", "\(store)/deeper/key", folder.path("link/key")] {
            let run = try Command.run("keygen", "--out", path, "--json")
            #expect(run.exit == 3)
            #expect(try errorCode(run) == "insideStore")
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        #expect(try Command.run("keygen", "--out", folder.path("key")).exit == 0)
    }

    @Test func `a place that cannot be written is named`() throws {
        let folder = TemporaryFolder()
        for path in [folder.path("no/such/key"), folder.path("")] {
            let run = try Command.run("keygen", "--out", path, "--json")
            #expect(run.exit == 3)
            #expect(["cannotWrite", "alreadyExists"].contains(try errorCode(run)))
        }
    }
}
