/// Compares the store's answers with the oracle's, and learns the store's own names by the way.
///
/// Ids that the store makes stand in the oracle's answers as made ones; where the two meet for the
/// first time they are bound to each other for good.
package struct Comparison: Sendable {
    package private(set) var real: [String: String] = [:]
    private var made: [String: String] = [:]
    /// The real tokens of the cursors, the newest of equal ones last.
    private var tokens: [(cursor: Cursor, token: String)] = []

    package init() {}

    /// The line as the real store is to get it; nil when it continues a page never asked for.
    package func translated(_ line: Line) -> Value? {
        var token: String?
        if let cursor = line.cursor {
            token = tokens.last { $0.cursor == cursor }?.token
            if token == nil { return nil }
        }
        return renamed(line.value(token: token))
    }

    private func renamed(_ value: Value) -> Value {
        switch value {
        case .string(let text): .string(real[text] ?? text)
        case .array(let elements): .array(elements.map(renamed))
        case .anyOrder(let elements): .anyOrder(elements.map(renamed))
        case .oneOf(let choices): .oneOf(choices.map(renamed))
        case .object(let members): .object(members.mapValues(renamed))
        case .null, .bool, .int, .double, .unsettled: value
        }
    }

    /// The first place in which an answer is not what the oracle allows; nil when it is.
    package mutating func difference(_ expected: Answer, _ actual: Value) -> String? {
        // Where nothing is settled, a refusal will do as well.
        if expected.value == .unsettled || expected.ok == .unsettled { return nil }
        guard expected.code == nil else {
            guard let code = actual["error"]?["code"]?.string else {
                return "accepted, not \(expected.acceptableCodes.sorted())"
            }
            if !expected.acceptableCodes.contains(code) {
                return "\(code), not \(expected.acceptableCodes.sorted())"
            }
            guard code == "rateLimited", let wait = expected.value["error"]?["retryAfter"] else {
                return nil
            }
            return difference(wait, actual["error"]?["retryAfter"], "retryAfter")
        }
        if let error = actual["error"] { return "refused: \(error)" }
        if expected.isPositionExact, expected.value["position"] != actual["position"] {
            return
                "position \(actual["position"] ?? .null), not \(expected.value["position"] ?? .null)"
        }
        for (name, cursor) in expected.cursors {
            if let token = actual["ok"]?[name]?.string { tokens.append((cursor, token)) }
        }
        return difference(expected.ok ?? .null, actual["ok"], "ok")
    }

    private mutating func difference(
        _ expected: Value,
        _ actual: Value?,
        _ path: String
    ) -> String? {
        let other = "\(path): \(actual?.description ?? "nothing"), not \(expected)"
        switch (expected, actual) {
        case (.unsettled, _): return nil
        case (_, nil): return other
        case (.oneOf(let choices), let actual?):
            return choices.contains(actual) ? nil : other
        case (.string("cursor"), .string): return nil
        case (.string(let text), .string(let given)) where Oracle.isMade(text):
            if real[text] == nil, made[given] == nil {
                real[text] = given
                made[given] = text
            }
            return real[text] == given ? nil : other
        case (.array(let elements), .array(let given)):
            guard elements.count == given.count else { return other }
            for (index, pair) in zip(elements, given).enumerated() {
                if let found = difference(pair.0, pair.1, "\(path)[\(index)]") { return found }
            }
            return nil
        case (.anyOrder(let elements), .array(var given)):
            guard elements.count == given.count else { return other }
            for element in elements {
                let index = given.firstIndex { candidate in
                    var attempt = self
                    return attempt.difference(element, candidate, path) == nil
                }
                guard let index else { return other }
                _ = difference(element, given.remove(at: index), path)
            }
            return nil
        case (.object(let members), .object(let given)):
            for name in Set(members.keys).union(given.keys).sorted() {
                guard let member = members[name] else {
                    return "\(path).\(name): \(given[name] ?? .null), not nothing"
                }
                if let found = difference(member, given[name], "\(path).\(name)") { return found }
            }
            return nil
        case (.double(let one), .int(let other)) where one == Double(other): return nil
        case (.int(let one), .double(let other)) where Double(one) == other: return nil
        default: return expected == actual ? nil : other
        }
    }
}
