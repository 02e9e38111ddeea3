import DomainSupport
import Foundation
import Messaging
import ScrollbackJSON
import Testing
import Wire

/// Changes every field of every command, as the schemas list them: a repeated id must not hide that
/// another command was meant.
@Suite struct `A repeated id with one field changed` {
    @Test(arguments: CommandForm.all.map(\.name))
    func `is refused, whatever the field`(name: CommandName) throws {  // D-05
        let schema = CommandSchema.schema(of: name)
        var changed: Set<String> = []
        var excused: Set<String> = []
        for story in Story.all where story.name == name {
            var rig = try story.rig()
            let first = try rig.decision(on: story.line)
            rig.record(first, of: story.line)
            let command = try decode(story.line, readsTime: true).command
            for change in try Change.all(of: schema, in: object(story.line)) {
                let line = try text(change.object)
                // A change that is none, or that no client can write.
                guard let other = try? decode(line, readsTime: true).command,
                    other.command != command.command
                else { continue }
                changed.insert(change.path)
                if let excuse = Excuse.all.first(where: { $0.covers(change, of: name) }) {
                    excused.insert(excuse.description)
                    guard !first.events.isEmpty else { continue }
                    let again = try rig.decision(on: line)
                    #expect(again.repeats != nil, "\(excuse) is no excuse")
                } else {
                    let refusal = try rig.refusal(of: line)
                    #expect(refusal == .request(.idIsTaken), "\(change) of \(story.line)")
                }
            }
        }
        // No field was forgotten, and no excuse is left over.
        #expect(Change.paths(of: schema).subtracting(changed) == [])
        #expect(excused == Set(Excuse.all.filter { $0.name == name }.map(\.description)))
    }

    @Test(arguments: CommandForm.all.map(\.name))
    func `is not refused if no field changes`(name: CommandName) throws {  // D-04
        let stories = Story.all.filter { $0.name == name }
        #expect(!stories.isEmpty)
        for story in stories {
            var rig = try story.rig()
            let first = try rig.decision(on: story.line)
            rig.record(first, of: story.line)
            let again = try rig.decision(on: story.line)
            #expect(again.answer == first.answer)
            #expect(again.repeats == ([.typing, .presence].contains(name) ? nil : rig.world.size))
            // The answer has the shape that its schema has.
            #expect(name.answerShape.map { first.answer.shapes.contains($0) } == true)
        }
    }
}

/// A field that a repetition may change, and why.
private struct Excuse: CustomStringConvertible {
    var name: CommandName
    var path: String
    /// Whether it may only be left out, not be given another value.
    var isLeftOut: Bool
    var reason: String

    var description: String { "\(name).\(path)\(isLeftOut ? ", left out" : ""): \(reason)" }

    func covers(_ change: Change, of name: CommandName) -> Bool {
        name == self.name && change.path == path && (change.isLeftOut || !isLeftOut)
    }

    static let all: [Excuse] = [
        may(.send, change: "claimedAt", "a retry may carry the time of the retry"),
        may(.add, change: "history.since", "times before the same event are one position"),
        may(.acknowledgeMedia, change: "mark", "marks behind the same item say the same"),
        may(.typing, change: "conversation", "no event records it"),
        may(.typing, change: "on", "no event records it"),
        may(.presence, change: "state", "no event records it"),
        may(.presence, change: "device", "no event records it"),
        may(.markRead, leaveOut: "upTo", "the newest entry then may be any entry"),
        may(.setPermissions, leaveOut: "canAdd", unchanged),
        may(.setPermissions, leaveOut: "canRemove", unchanged),
        may(.setPermissions, leaveOut: "canEdit", unchanged),
        may(.setRetention, leaveOut: "kind", "the event of one kind could be the only change"),
        may(.setRetention, leaveOut: "minimum", unchanged),
        may(.setRetention, leaveOut: "maximum", unchanged),
    ]

    private static let unchanged = "the event holds the value as it was before too"

    private static func may(_ name: CommandName, change path: String, _ reason: String) -> Excuse {
        Excuse(name: name, path: path, isLeftOut: false, reason: reason)
    }

    private static func may(
        _ name: CommandName,
        leaveOut path: String,
        _ reason: String
    ) -> Excuse {
        Excuse(name: name, path: path, isLeftOut: true, reason: reason)
    }
}

/// A line's object with one field changed.
private struct Change: CustomStringConvertible {
    var path: String
    var isLeftOut = false
    var object: [String: Any]

    var description: String { "\(path)\(isLeftOut ? ", left out," : "")" }

    /// Every field of a command that is not the name of an attempt or of what is created; an
    /// object's fields stand for it.
    static func paths(of schema: Schema.Object) -> Set<String> {
        paths(of: schema, in: "").subtracting(skipped)
    }

    static func all(of schema: Schema.Object, in object: [String: Any]) throws -> [Change] {
        changes(of: schema, in: object, "").filter { !skipped.contains($0.path) }
    }

    /// They say which command it is and under which name it is tried.
    private static let skipped: Set = ["do", "id"]

    private static func paths(of schema: Schema.Object, in path: String) -> Set<String> {
        schema.properties.reduce(into: []) { paths, property in
            let name = path + property.name
            guard let inner = property.schema.object else {
                paths.insert(name)
                return
            }
            paths.formUnion(Self.paths(of: inner, in: name + "."))
        }
    }

    private static func changes(
        of schema: Schema.Object,
        in object: [String: Any],
        _ path: String
    ) -> [Change] {
        var changes: [Change] = []
        for property in schema.properties {
            guard let value = object[property.name] else { continue }
            let name = path + property.name
            func add(_ path: String, isLeftOut: Bool = false, _ other: Any?) {
                var object = object
                object[property.name] = other
                changes.append(Change(path: path, isLeftOut: isLeftOut, object: object))
            }
            for other in property.schema.others(than: value) { add(name, other) }
            if !property.isRequired { add(name, isLeftOut: true, nil) }
            for inner in innerChanges(of: property.schema, in: value, name + ".") {
                add(inner.path, isLeftOut: inner.isLeftOut, inner.value)
            }
            // Another one of the fields of which one is there.
            for choice in schema.alternatives where choice.names.contains(property.name) {
                for other in choice.names where other != property.name {
                    var object = object
                    object[property.name] = nil
                    object[other] = value
                    changes.append(Change(path: other, object: object))
                }
            }
        }
        return changes
    }

    /// The changes of an object, or of each object of a list.
    private static func innerChanges(
        of schema: Schema,
        in value: Any,
        _ path: String
    ) -> [(path: String, isLeftOut: Bool, value: Any)] {
        guard let inner = schema.object else { return [] }
        if let object = value as? [String: Any] {
            return changes(of: inner, in: object, path).map { ($0.path, $0.isLeftOut, $0.object) }
        }
        guard let list = value as? [[String: Any]] else { return [] }
        return list.indices.flatMap { index in
            changes(of: inner, in: list[index], path).map { change in
                var list = list
                list[index] = change.object
                return (change.path, change.isLeftOut, list)
            }
        }
    }
}

extension Schema {
    /// The fields of an object, or of the objects of a list.
    fileprivate var object: Schema.Object? {
        switch self {
        case .object(let object): object
        case .list(let element, _, _): element.object
        case .either(let schemas): schemas.lazy.compactMap(\.object).first
        case .noted(_, let schema): schema.object
        default: nil
        }
    }

    /// Other values of the schema, of which some may be none that the form takes.
    fileprivate func others(than value: Any) -> [Any] {
        switch self {
        case .boolean: return (value as? Bool).map { [!$0] } ?? []
        case .integer, .number:
            return (value as? NSNumber).map { [NSNumber(value: $0.doubleValue + 1)] } ?? []
        case .text:
            // The second one is for texts of hexadecimal digits.
            return (value as? String).map { [$0 + "x", "1" + $0.dropFirst()] } ?? []
        case .id: return [otherID]
        case .choice(let words): return words.filter { $0 != value as? String }
        case .list(let element, _, _):
            guard let list = value as? [Any], let first = list.first else { return [] }
            return element.others(than: first).map { [$0] + list.dropFirst() }
                + [Array(list.dropFirst())]
        case .either(let schemas): return schemas.flatMap { $0.others(than: value) }
        case .noted(_, let schema): return schema.others(than: value)
        case .null: return value is NSNull ? ["another"] : [NSNull()]
        case .anything, .epoch, .reference, .object, .fields, .command: return []
        }
    }
}

extension Answer {
    /// What a schema may say of it.
    fileprivate var shapes: [AnswerShape] {
        switch self {
        case .done: [.done, .release]
        case .direct: [.direct]
        case .conversation: [.conversation]
        case .message: [.message]
        case .reactions: [.reactions]
        case .unread: [.unread]
        case .report: [.report]
        case .hold: [.hold]
        case .erasure: [.erasure, .erasureWithForwards, .erasureWithUpcoming, .release]
        }
    }
}

private let otherID = id(0x99).description

private func object(_ line: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
}

private func text(_ object: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
}
