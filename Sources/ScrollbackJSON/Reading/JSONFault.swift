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
        case .unexpected: "The JSON has an unexpected character at byte \(offset)."
        case .controlCharacter: "A control character is not escaped at byte \(offset)."
        case .malformedEscape: "The escape at byte \(offset) is unknown."
        case .loneSurrogate: "Unpaired surrogate at byte \(offset); send the pair."
        case .malformedNumber: "The number at byte \(offset) is malformed."
        case .tooDeep:
            "More than \(JSONDocument.maximumDepth) levels of arrays and objects"
                + " at byte \(offset)."
        case .repeatedName: "An object repeats a name at byte \(offset); send each name once."
        case .trailing: "Extra text after the JSON at byte \(offset); remove it."
        case .notAnObject: "The line is not a JSON object."
        }
    }
}
