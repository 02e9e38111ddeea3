import Messaging
import ScrollbackJSON
import ScrollbackPipe
import TestSupport
import Testing

/// What the code knows, in the words of the contract.
private struct Known {
    var fields: [String: Set<Contract.Field>] = [:]
    var tasks: [String: Set<Contract.Field>] = [:]
    var queries: [String: Set<Contract.Field>] = [:]
    var words: [String: [String]] = [:]
    var objects: [String: Set<Contract.Field>] = [:]

    init() {
        for name in CommandName.allCases {
            var schema = CommandSchema.schema(of: name)
            schema.properties.removeAll { $0.name == "do" || $0.name == "id" }
            fields[name.rawValue] = learn(schema, at: name.rawValue)
        }
        for name in StoreTaskName.ofClients {
            var schema = CommandSchema.schema(of: name)
            schema.properties.removeAll { $0.name == "do" || $0.name == "id" }
            tasks[name.rawValue] = learn(schema, at: name.rawValue)
        }
        for name in QueryName.allCases {
            queries[name.rawValue] = learn(name.type.json.fields, at: "ask.\(name.rawValue)")
        }
    }

    private mutating func learn(_ schema: Schema.Object, at place: String) -> Set<Contract.Field> {
        var fields: Set<Contract.Field> = []
        for property in schema.properties {
            let path = "\(place).\(property.name)"
            var isClearedByNull = false
            if case .either(let schemas) = property.schema {
                isClearedByNull = schemas.contains(.null)
            }
            learn(property.schema, at: path)
            let alternatives = schema.alternatives.first { $0.names.contains(property.name) }
            fields.insert(
                Contract.Field(
                    name: property.name,
                    isRequired: property.isRequired,
                    alternatives: Set(alternatives?.names ?? []),
                    isOneNeeded: alternatives?.isRequired ?? false,
                    isClearedByNull: isClearedByNull
                )
            )
        }
        return fields
    }

    private mutating func learn(_ schema: Schema, at path: String) {
        switch schema {
        case .choice(let words): self.words[path] = words
        case .object(let object): objects[path] = learn(object, at: path)
        case .list(let element, _, _): learn(element, at: path)
        case .noted(_, let schema): learn(schema, at: path)
        case .either(let schemas):
            for schema in schemas { learn(schema, at: path) }
        case .anything, .boolean, .integer, .number, .text, .id, .epoch, .reference, .null,
            .command,
            .fields:
            break
        }
    }
}

@Suite struct `The forms of the commands are those of the contract` {
    private let known = Known()

    @Test func `there is every command and no other`() {
        #expect(Set(CommandName.allCases.map(\.rawValue)) == Set(Contract.commands.keys))
        #expect(Set(CommandForm.all.map(\.name)).count == CommandForm.all.count)
        #expect(
            Set(CommandForm.all.map(\.name)) == Set(CommandName.allCases).subtracting([.all])
        )
    }

    @Test(arguments: CommandName.allCases)
    func `a command has every field and no other`(name: CommandName) throws {  // D-52 D-57
        let contract = try #require(Contract.commands[name.rawValue])
        let fields = try #require(known.fields[name.rawValue])
        #expect(fields.sorted() == contract.sorted())
    }

    @Test func `a task that every client may send has every field and no other`() {
        #expect(known.tasks.mapValues { $0.sorted() } == Contract.tasks.mapValues { $0.sorted() })
        #expect(Contract.operators.filter { Contract.tasks[$0] != nil }.count == known.tasks.count)
    }

    @Test func `words and objects within fields are the contract's`() {
        #expect(known.words.mapValues(Set.init) == Contract.words.mapValues(Set.init))
        #expect(known.objects.keys.sorted() == Contract.objects.keys.sorted())
        for (path, fields) in known.objects {
            #expect(fields == Contract.objects[path].map(Contract.fields), "\(path)")
        }
    }

    @Test func `every command may have an id`() {  // D-04
        for name in CommandName.allCases {
            let names = CommandSchema.schema(of: name).properties.map(\.name)
            #expect(names.filter { $0 == "id" }.count == 1, "\(name)")
        }
        let creators = CommandForm.all.filter(\.creates).map(\.name.rawValue)
        #expect(Set(creators) == Set(Contract.creators))
        #expect(CommandForm.all.filter(\.needsID).map(\.name) == [.toggleReaction])
    }

    @Test func `what only operator and moderators may ask is marked`() {  // D-07 D-66
        for name in CommandName.allCases {
            let isForOperators = Contract.operators.contains(name.rawValue)
            let isForModerators = Contract.moderators.contains(name.rawValue)
            let others: Audience =
                Contract.shared.contains(name.rawValue) ? .usersAndOperator : .users
            let audience: Audience =
                isForOperators ? .operator : isForModerators ? .moderators : others
            #expect(name.audience == audience, "\(name)")
        }
    }
}

@Suite struct `The forms of the queries are those of the contract` {
    private let known = Known()

    @Test func `there is a form for every query that is served, and no other`() {
        #expect(Set(QueryName.allCases.map(\.rawValue)) == Set(Contract.queries.keys))
        for name in QueryName.allCases { #expect(name.type.json.name == name) }
    }

    @Test(arguments: QueryName.allCases)
    func `a query has every field and no other`(name: QueryName) throws {
        let contract = try #require(Contract.queries[name.rawValue])
        let fields = try #require(known.queries[name.rawValue])
        #expect(fields.sorted() == contract.sorted())
    }

    @Test func `what only the operator or moderators may ask is marked`() {  // D-07 D-66
        for name in QueryName.allCases {
            let isForOperators = Contract.operatorQueries.contains(name.rawValue)
            let isForModerators = Contract.moderatorQueries.contains(name.rawValue)
            let isForBoth = Contract.sharedQueries.contains(name.rawValue)
            let audience: Audience =
                isForOperators
                ? .operator
                : isForModerators ? .moderators : isForBoth ? .usersAndOperator : .users
            #expect(name.type.json.audience == audience, "\(name)")
            let isAskedByOperator = if case .operator = name.type { true } else { false }
            #expect(isAskedByOperator == isForOperators, "\(name)")
            let isAskedByBoth = if case .either = name.type { true } else { false }
            #expect(isAskedByBoth == isForBoth, "\(name)")
        }
    }
}
