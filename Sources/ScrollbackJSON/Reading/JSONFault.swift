/// Why bytes are not the JSON that is read here, and where.
package struct JSONFault: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case tooLong
        case notUTF8
        case endsEarly
        case unexpected
        case controlCharacter
        case malformedEscape
        case loneSurrogate
        case malformedNumber
        case tooDeep
        case repeatedName
        case trailing
        case notAnObject
    }

    package var reason: Reason
    /// The byte, from zero, at which it shows.
    package var offset: Int

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONFault: CustomStringConvertible {
    /// A sentence without anything that was read.
    package var description: String {
        switch reason {
        case .tooLong: "The line is longer than \(offset) bytes."
        case .notUTF8: "The line is not UTF-8 from byte \(offset) on."
        case .endsEarly: "The JSON ends too early, at byte \(offset)."
        case .unexpected: "There is no JSON at byte \(offset)."
        case .controlCharacter: "A control character is not escaped at byte \(offset)."
        case .malformedEscape: "There is no such escape as at byte \(offset)."
        case .loneSurrogate: "Half of a surrogate pair stands alone at byte \(offset)."
        case .malformedNumber: "The number at byte \(offset) is malformed."
        case .tooDeep:
            "More than \(JSONDocument.maximumDepth) arrays and objects lie in each other"
                + " at byte \(offset)."
        case .repeatedName: "A name comes twice in an object, again at byte \(offset)."
        case .trailing: "Something follows the JSON at byte \(offset)."
        case .notAnObject: "The line is not a JSON object."
        }
    }
}
