import DomainSupport
import Foundation
import LogSchema
import Messaging
import TestSupport
import Testing
import Wire

/// The two parts of an event, as they are stored.
struct StoredEvent: Hashable {
    var number: UInt32
    var structure: [UInt8]
    var content: [UInt8]?

    init(_ event: Event) {
        number = event.number
        structure = written { event.encodeStructure(into: &$0) }
        content = event.hasContent ? written { event.encodeContent(into: &$0) } : nil
    }

    func event() throws(WireError) -> Event? {
        try Event(number: number, structure: structure.span.bytes, content: content?.span.bytes)
    }
}

/// What a writer is told to write, as an array.
private func written(_ body: (inout WireWriter) -> Void) -> [UInt8] {
    var writer = WireWriter()
    body(&writer)
    return writer.bytes.withUnsafeBytes { Array($0) }
}

@Suite struct `Every event is stored as it is` {
    @Test(arguments: Event.samples + Event.emptySamples)
    func `it is read again with every field and with none`(event: Event) throws {
        let stored = StoredEvent(event)
        #expect(try stored.event() == event)
        #expect(try StoredEvent(#require(try stored.event())) == stored)
    }

    @Test(arguments: Event.samples + Event.emptySamples)
    func `it is read without its content once that is erased`(event: Event) throws {
        var stored = StoredEvent(event)
        stored.content = nil
        #expect(try stored.event() == event.withoutContent)
        #expect(event.withoutContent.hasContent == false)
    }

    @Test(arguments: Event.emptySamples)
    func `with nothing in it, it takes no bytes`(event: Event) {
        let stored = StoredEvent(event)
        #expect(stored.structure.isEmpty)
        #expect(stored.content ?? [] == [])
    }

    /// Else the tests of this file would forget a field that is added later.
    @Test(arguments: Event.samples) func `a sample has every field`(event: Event) {
        #expect(emptyFields(of: event) == [])
    }

    @Test func `a number that nobody has given is no event`() throws {
        let known = Set(Event.samples.map(\.number))
        for number in UInt32(0)...5_000 where !known.contains(number) {
            let stored = StoredEvent(Event.samples[0])
            let event = try Event(
                number: number,
                structure: stored.structure.span.bytes,
                content: nil
            )
            #expect(event == nil, "\(number)")
        }
        let rubbish: [UInt8] = [0xFF]
        let last = try Event(
            number: .max,
            structure: rubbish.span.bytes,
            content: rubbish.span.bytes
        )
        #expect(last == nil)
    }
}

@Suite struct `The schemas and the events are the same list` {
    /// The names and numbers of the events in the generated Swift.
    private static func listed() throws -> [String: UInt32] {
        let path = "Sources/LogSchema/Generated/Record.swift"
        let source = try String(
            contentsOf: packageFolder.appending(path: path),
            encoding: .utf8
        )
        let declaration = /package static let (\w+): UInt32 = (\d+)/
        return Dictionary(
            uniqueKeysWithValues: try source.matches(of: declaration).map { match in
                (String(match.1), try #require(UInt32(match.2)))
            }
        )
    }

    @Test func `every event of the envelope is an event, under its own name`() throws {
        let listed = try Self.listed()
        #expect(listed.count >= 52)
        for (listedName, number) in listed {
            let event = try Event(number: number, structure: [UInt8]().span.bytes, content: nil)
            #expect(event.map(name(of:)) == listedName, "\(number)")
        }
    }

    @Test func `there is a sample of every event and of nothing else`() throws {
        let listed = try Self.listed()
        for samples in [Event.samples, Event.emptySamples] {
            let numbers = Dictionary(
                uniqueKeysWithValues: samples.map { (name(of: $0), $0.number) }
            )
            #expect(numbers == listed)
        }
    }

    @Test func `every message that is content is the content of an event`() throws {
        let folder = packageFolder.appending(path: "Sources/Messaging/Generated")
        let files =
            try FileManager.default.contentsOfDirectory(atPath: folder.path())
            + ["../../LogSchema/Generated/Keeping.swift"]
        let sources = try files.map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }
        let declared = sources.flatMap {
            $0.matches(of: /struct (\w+Content): WireMessage/).map { String($0.1) }
        }
        let used = Event.samples.compactMap(words).map { "\(type(of: $0))" }
        #expect(declared.sorted() == used.sorted())
    }

    private func name(of event: Event) -> String {
        Mirror(reflecting: event).children.first?.label ?? ""
    }
}

@Suite struct `The envelope knows no words` {
    @Test(arguments: Event.samples.filter(\.hasContent))
    func `what a person wrote is nowhere in the structure`(event: Event) throws {
        let content = try #require(words(of: event))
        let stored = StoredEvent(event)
        let sealed = try #require(stored.content)
        // Everything that the content says is looked for: texts, numbers with a fraction, digests.
        let said = secrets(in: content)
        #expect(!said.isEmpty)
        for secret in said {
            #expect(sealed.contains(secret))
            #expect(!stored.structure.contains(secret), "\(secret)")
        }
    }

    private func secrets(in value: Any) -> [[UInt8]] {
        switch value {
        case let text as String: [Array(text.utf8)]
        case let number as Double: [withUnsafeBytes(of: number.bitPattern.littleEndian, Array.init)]
        default: Mirror(reflecting: value).children.flatMap { secrets(in: $0.value) }
        }
    }
}

@Suite struct `Hostile bytes of an event are refused` {
    @Test(arguments: Event.samples)
    func `bytes that end early are an error or an event with less in it`(event: Event) {
        let stored = StoredEvent(event)
        for count in stored.structure.indices {
            var cut = stored
            cut.structure = Array(stored.structure[..<count])
            survive(cut)
        }
        for count in (stored.content ?? []).indices {
            var cut = stored
            cut.content = Array((stored.content ?? [])[..<count])
            survive(cut)
        }
    }

    @Test(arguments: Event.samples)
    func `the last byte is never superfluous`(event: Event) {
        let stored = StoredEvent(event)
        if !stored.structure.isEmpty {
            var cut = stored
            cut.structure.removeLast()
            #expect(throws: WireError.self) { try cut.event() }
        }
        if let content = stored.content {
            var cut = stored
            cut.content = content.dropLast()
            #expect(throws: WireError.self) { try cut.event() }
        }
    }

    @Test(arguments: Event.samples)
    func `a field of another type is refused`(event: Event) {
        var wrong = StoredEvent(event)
        guard !wrong.structure.isEmpty else { return }
        // A group's beginning, which no schema has.
        wrong.structure[0] = wrong.structure[0] & ~7 | 3
        #expect(throws: WireError.self) { try wrong.event() }
    }

    @Test func `damaged bytes throw or are read as what they say`() {
        var random = SplitMix64(seed: seed(for: "damaged events"))
        for event in Event.samples {
            let stored = StoredEvent(event)
            for _ in 0..<200 {
                var damaged = stored
                damage(&damaged.structure, &random)
                if var content = damaged.content {
                    damage(&content, &random)
                    damaged.content = content
                }
                survive(damaged)
            }
        }
    }

    @Test func `an event's bytes are not another's`() {
        for one in Event.samples {
            for other in Event.samples {
                var mixed = StoredEvent(one)
                mixed.number = other.number
                survive(mixed)
            }
        }
    }

    private func damage(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes.remove(at: place)
            default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            }
        }
    }

    /// Reads bytes; what can be read is written as the same bytes, unknown fields apart.
    private func survive(_ stored: StoredEvent) {
        guard let event = try? stored.event() else { return }
        let again = StoredEvent(event)
        #expect(again.structure.count <= stored.structure.count)
        if again.structure.count == stored.structure.count {
            #expect(again.structure == stored.structure)
        }
        #expect((try? again.event()) == event)
    }
}

/// The content of an event, whatever its type.
private func words(of event: Event) -> (any WireMessage)? {
    guard let payload = Mirror(reflecting: event).children.first?.value else { return nil }
    let parts = Mirror(reflecting: payload).children.map(\.value)
    guard parts.count == 2 else { return nil }
    return Mirror(reflecting: parts[1]).children.first?.value as? any WireMessage
}

/// The fields, at any depth, that are absent, empty, or zero.
private func emptyFields(of value: Any, _ path: String = "") -> [String] {
    let mirror = Mirror(reflecting: value)
    let isEmpty =
        switch value {
        case let text as String: text.isEmpty
        case let flag as Bool: !flag
        case let number as any BinaryInteger: number.magnitude.description == "0"
        case let number as Double: number == 0
        default:
            switch mirror.displayStyle {
            case .optional, .collection: mirror.children.isEmpty
            default: "\(value)" == "unspecified"
            }
        }
    if isEmpty { return [path] }
    if value is String || value is UniqueID { return [] }
    return mirror.children.flatMap { emptyFields(of: $0.value, "\(path).\($0.label ?? "")") }
}
