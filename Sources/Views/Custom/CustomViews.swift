/// The views that an embedder adds to the built-in ones.
package struct CustomViews: Sendable {
    let projectors: [any CustomRecordProjector]

    /// None.
    package static let none = CustomViews()

    private init() { projectors = [] }

    /// Creates the views of projectors; their names and tables must be distinct.
    package init(_ projectors: [any CustomRecordProjector]) throws(CustomViewRefusal) {
        guard projectors.count <= CustomLimits.views else {
            throw .tooManyViews(projectors.count)
        }
        var names: Set<String> = []
        for projector in projectors {
            guard Self.isWellFormed(projector.name) else { throw .malformedName(projector.name) }
            guard names.insert(projector.name).inserted else {
                throw .nameIsTaken(projector.name)
            }
            try Self.check(projector.tables, of: projector.name)
        }
        self.projectors = projectors
    }

    private static func check(_ tables: [String], of view: String) throws(CustomViewRefusal) {
        guard (1...CustomLimits.tables).contains(tables.count) else {
            throw .wrongNumberOfTables(view: view, tables.count)
        }
        for table in tables {
            guard isWellFormed(table) else { throw .malformedTable(view: view, table) }
        }
        guard Set(tables).count == tables.count else { throw .tableIsTaken(view: view) }
    }

    private static func isWellFormed(_ name: String) -> Bool {
        (1...CustomLimits.nameBytes).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

/// The reason why a store cannot keep an embedder's view.
package enum CustomViewRefusal: Error, Equatable, Sendable {
    case tooManyViews(Int)
    case malformedName(String)
    case nameIsTaken(String)
    case wrongNumberOfTables(view: String, Int)
    case malformedTable(view: String, String)
    case tableIsTaken(view: String)
}

extension CustomViewRefusal: CustomStringConvertible {
    package var description: String {
        let form =
            "a name is 1 to \(CustomLimits.nameBytes) of the characters a to z, 0 to 9, - and _"
        return switch self {
        case .tooManyViews(let count):
            "\(count) views are more than the \(CustomLimits.views) that a store keeps."
        case .malformedName(let name): "\"\(name)\" cannot be a view: \(form)."
        case .nameIsTaken(let name): "Two views are called \(name)."
        case .wrongNumberOfTables(let view, let count):
            "View \(view) has \(count) tables, and a view has 1 to \(CustomLimits.tables)."
        case .malformedTable(let view, let table):
            "\"\(table)\" cannot be a table of view \(view): \(form)."
        case .tableIsTaken(let view): "Two tables of view \(view) have one name."
        }
    }
}

/// An embedder's view with its tables, as they were declared.
struct CustomView: Sendable {
    let projector: any CustomRecordProjector
    let name: String
    let version: UInt32
    let tables: [String]
    /// The first of its tables; the others follow it.
    let first: Int

    init(_ projector: any CustomRecordProjector, first: Int) {
        self.projector = projector
        name = projector.name
        version = projector.version
        tables = projector.tables
        self.first = first
    }

    /// A table by its name; nil for one that was not declared.
    func table(_ name: String) -> ViewTable? {
        tables.firstIndex(of: name).map { ViewTable(number: first + $0) }
    }

    /// No built-in table begins so.
    static let prefix = "custom."

    /// The names of its tables in the file.
    var tableNames: [String] { tables.map { "\(Self.prefix)\(name).\($0)" } }
}
