internal import LogSchema

extension Command {
    /// The name in the outside form.
    public var name: CommandName { open(Naming(), on: ()) }

    /// The number under which events name the command; nil if it leads to no event.
    var number: CommandKind? { open(Numbering(), on: ()) }

    /// The object that the command creates; nil if it creates nothing.
    var creation: Creation? { open(Creating(), on: ()) }

    /// The counts in answers that the command may change.
    package var changedCounts: CountChange { open(Changing(), on: ()) }

    /// Whether deciding the command reads holds, retention and erasure requests, which takes
    /// several windows of the log.
    package var restsOnKeeping: Bool { open(RestingOnKeeping(), on: ()) }
}

private struct Naming: CommandUse {
    func use(_ command: some CommandRule, on context: borrowing Void) -> CommandName {
        command.name
    }
}

private struct Numbering: CommandUse {
    func use(_ command: some CommandRule, on context: borrowing Void) -> CommandKind? {
        command.number
    }
}

private struct Creating: CommandUse {
    func use(_ command: some CommandRule, on context: borrowing Void) -> Creation? {
        command.creation
    }
}

private struct Changing: CommandUse {
    func use(_ command: some CommandRule, on context: borrowing Void) -> CountChange {
        command.changedCounts
    }
}

private struct RestingOnKeeping: CommandUse {
    func use<Rule: CommandRule>(_ command: Rule, on context: borrowing Void) -> Bool {
        Rule.restsOnKeeping
    }
}
