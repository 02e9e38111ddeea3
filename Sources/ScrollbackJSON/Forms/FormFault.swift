package import Messaging

/// The reason why a JSON object is not a valid command: the place, and the fault there.
package struct FormFault: Error, Hashable, Sendable {
    package enum Problem: Hashable, Sendable {
        case isMissing
        case isUnknown
        case isNull
        case isNot(Expectation)
        /// The right type, and a value that it cannot have.
        case isOutOfRange(String)
        case isNoneOf([String])
        case hasTooMany(Int)
        case hasTooFew(Int)
        /// Something else than this one was given too, and only one may be.
        case excludes(String)
        case isOneOfNone([String])
        case isNotAllowed(String)
    }

    package enum Expectation: String, Hashable, Sendable {
        case boolean = "true or false"
        case integer = "an integer without fraction or exponent"
        case safeInteger = "an integer of at most 2^53"
        case number = "a number"
        case text = "a string"
        case id = "a UUID"
        case epoch = "an epoch of 16 hexadecimal digits"
        case moment = "a position, \"EPOCH:POSITION\" or an ISO 8601 time with its zone"
        case list = "an array"
        case object = "an object"
    }

    package enum Step: Hashable, Sendable {
        case field(String)
        case index(Int)
    }

    /// The way from the command to the place.
    package var path: [Step]
    package var problem: Problem
    package var code: Refusal.Code

    package init(
        _ problem: Problem,
        at path: [Step] = [],
        code: Refusal.Code = .invalidRequest
    ) {
        self.problem = problem
        self.path = path
        self.code = code
    }

    /// The same, seen from further out.
    func inside(_ step: Step) -> FormFault {
        FormFault(problem, at: [step] + path, code: code)
    }

    /// Whether the JSON has the right form and only its value is invalid.
    var isOfValue: Bool {
        switch problem {
        case .isOutOfRange, .isNoneOf: true
        case .isMissing, .isUnknown, .isNull, .isNot, .hasTooMany, .hasTooFew, .excludes,
            .isOneOfNone, .isNotAllowed:
            false
        }
    }
}

extension FormFault: CustomStringConvertible {
    /// The number of characters of an unknown name that are repeated.
    private static let shownCharacters = 64

    /// The field of the command that is at fault.
    package var field: String? {
        switch path.first {
        case .field(let name): String(name.prefix(Self.shownCharacters))
        case .index, nil: nil
        }
    }

    /// The way to the place, as programs write it.
    package var place: String {
        path.reduce(into: "") { place, step in
            switch step {
            case .field(let name):
                place += place.isEmpty ? "" : "."
                place += name.prefix(Self.shownCharacters)
            case .index(let index): place += "[\(index)]"
            }
        }
    }

    /// A sentence that names the place and nothing that a person wrote.
    package var description: String {
        let place = path.isEmpty ? "The line" : place
        return switch problem {
        case .isMissing: "\(place) is missing."
        case .isUnknown: "\(place) is not known here."
        case .isNull: "\(place) is null, which clears nothing here; leave it out."
        case .isNot(let expectation): "\(place) is not \(expectation.rawValue)."
        case .isOutOfRange(let range): "\(place) is not \(range)."
        case .isNoneOf(let words): "\(place) is none of: \(words.joined(separator: ", "))."
        case .hasTooMany(let maximum): "\(place) has more than \(maximum) elements."
        case .hasTooFew(let minimum): "\(place) has fewer elements than \(minimum)."
        case .excludes(let other): "\(place) cannot be given together with \(other)."
        case .isOneOfNone(let names): "One of \(names.joined(separator: ", ")) is needed."
        case .isNotAllowed(let reason): "\(place) \(reason)."
        }
    }
}
