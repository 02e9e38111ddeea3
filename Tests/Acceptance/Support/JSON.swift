import Foundation

/// A value of an answer; what is not there is no value, however deep it is looked for.
struct JSON {
    private let value: Any?

    init(_ value: Any?) { self.value = value }

    init(line: String) throws {
        value = try JSONSerialization.jsonObject(with: Data(line.utf8))
    }

    /// What stands for nothing in a line.
    static var null: Any { NSNull() }

    /// The value in one line.
    func line() throws -> String {
        let bytes = try JSONSerialization.data(withJSONObject: value ?? [:], options: .sortedKeys)
        return String(decoding: bytes, as: UTF8.self)
    }

    subscript(name: String) -> JSON { JSON((value as? [String: Any])?[name]) }

    var exists: Bool { value != nil }
    var text: String? { value as? String }
    var number: Int? { value as? Int }
    var real: Double? { value as? Double }
    var flag: Bool { value as? Bool ?? false }
    var list: [JSON] { (value as? [Any] ?? []).map(JSON.init) }
    var texts: [String] { list.compactMap(\.text) }

    /// What has to be there.
    func requiredText(_ name: String) throws -> String {
        guard let text = self[name].text else { throw Missing(name: name) }
        return text
    }

    func requiredNumber(_ name: String) throws -> Int {
        guard let number = self[name].number else { throw Missing(name: name) }
        return number
    }

    struct Missing: Error {
        var name: String
    }
}
