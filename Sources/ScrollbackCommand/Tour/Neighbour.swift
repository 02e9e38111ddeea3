/// The people of the tour's chat.
enum Neighbour: Int, CaseIterable {
    case maya, leo, priya, tom, ines, jonas, aiko, sam, nadia, oskar, ruth, ben

    var fullName: String {
        switch self {
        case .maya: "Maya Lindqvist"
        case .leo: "Leo Okafor"
        case .priya: "Priya Nair"
        case .tom: "Tom Becker"
        case .ines: "Inês Duarte"
        case .jonas: "Jonas Weber"
        case .aiko: "Aiko Tanaka"
        case .sam: "Sam Carter"
        case .nadia: "Nadia Haddad"
        case .oskar: "Oskar Nilsson"
        case .ruth: "Ruth Levy"
        case .ben: "Ben Murphy"
        }
    }

    var username: String { "\(self)" }

    var id: String { TourID.text(.person, rawValue + 1) }
}

/// Ids that look alike, so that they are easily told apart by their last digits.
enum TourID {
    enum Kind: String {
        case person = "a"
        case chat = "c"
        case message = "e"
        case command = "d"
    }

    static func text(_ kind: Kind, _ number: Int) -> String {
        let digits = String(number, radix: 16)
        let zeros = String(repeating: "0", count: 5 - digits.count)
        return "7d4c1a90-52f6-4b3e-8c71-0000\(kind.rawValue)00\(zeros)\(digits)"
    }
}
