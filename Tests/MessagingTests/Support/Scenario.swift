import DomainSupport
import LogSchema
import Testing
import Wire

@testable import Messaging

/// A test's story: what was so, what somebody does, what follows.
///
/// The clock stands still until it is moved; ids are counted, and people's follow from their
/// names.
struct Scenario {
    var world: World
    /// The time at which everything is asked and recorded.
    private(set) var now: Timestamp
    private var asked: UInt64 = 0
    private var named: UInt64 = 0

    /// What a command led to.
    struct Outcome {
        let answer: Answer
        /// What was appended; of a repetition, nothing.
        let events: [NewEvent]
        let repeats: Position?
    }

    /// Begins at the first moment of 2026.
    init(at now: Timestamp = Timestamp(microseconds: 1_767_225_600_000_000)) {
        self.now = now
        world = World(at: now)
    }

    /// Somebody, who is the same in every scenario.
    func user(_ name: String) -> UserID { .named(name) }

    /// An id that this scenario has not given away yet.
    mutating func nextID() -> UniqueID {
        named += 1
        return UniqueID(high: 0x0001_4000, low: 0b10 << 62 | named)
    }

    mutating func advance(by time: Duration) {
        let (seconds, attoseconds) = time.components
        let moved = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        now = Timestamp(microseconds: now.microseconds + moved)
    }

    mutating func advance(days: Int) { advance(by: .seconds(days * 86_400)) }
}

extension Scenario {
    /// What is asked when something is asked next.
    var nextAsked: Asked {
        Asked(
            now: now,
            fresh: FreshIDs(first: UniqueID(high: 0x0002_4000, low: 0b10 << 62 | asked << 16))
        )
    }

    func request(_ command: Command, as actor: Actor, id: CommandID? = nil) -> Request {
        Request(as: actor, command, id: id, now: now, fresh: nextAsked.fresh)
    }

    /// Asks for a command as a store would, and records what is decided.
    @discardableResult
    mutating func does(
        _ command: Command,
        as user: UserID,
        id: CommandID? = nil
    ) throws(Refusal) -> Outcome {
        try does(command, as: .user(user), id: id)
    }

    @discardableResult
    mutating func does(
        _ command: Command,
        as actor: Actor,
        id: CommandID? = nil
    ) throws(Refusal) -> Outcome {
        let request = request(command, as: actor, id: id)
        return record(try decide(request, on: world), by: actor, command: request.trace)
    }

    /// Asks a command's own rule alone, without audience, repetition and standing, and records
    /// what is decided.
    @discardableResult
    mutating func does(_ rule: some UserRule, as user: UserID) throws(Refusal) -> Outcome {
        record(try decideOnly(rule, as: user), by: .user(user), command: nil)
    }

    @discardableResult
    mutating func does(_ rule: some OperatorRule) throws(Refusal) -> Outcome {
        record(try decideOnly(rule), by: .operator, command: nil)
    }

    /// Asks a command's own rule as the operator.
    @discardableResult
    mutating func doesAsOperator(_ rule: some ConversationRule) throws(Refusal) -> Outcome {
        record(
            try rule.decide(by: Actor.operator, nextAsked, on: world),
            by: .operator,
            command: nil
        )
    }

    /// Why a command's own rule refuses it to the operator; nil if it does not.
    func refusesOperator(_ rule: some ConversationRule) -> Refusal? {
        refusal { () throws(Refusal) in
            _ = try rule.decide(by: Actor.operator, nextAsked, on: world)
        }
    }

    /// What a command's own rule decides; nothing is recorded.
    func decideOnly(_ rule: some UserRule, as user: UserID) throws(Refusal) -> Decision {
        try rule.decide(by: user, nextAsked, on: world)
    }

    func decideOnly(_ rule: some OperatorRule) throws(Refusal) -> Decision {
        try rule.decide(nextAsked, on: world)
    }

    /// Why a command is refused; nil if it is not.
    func refuses(_ command: Command, as user: UserID, id: CommandID? = nil) -> Refusal? {
        refuses(command, as: .user(user), id: id)
    }

    func refuses(_ command: Command, as actor: Actor, id: CommandID? = nil) -> Refusal? {
        refusal { () throws(Refusal) in
            _ = try decide(request(command, as: actor, id: id), on: world)
        }
    }

    /// Why a command's own rule refuses it; nil if it does not.
    func refuses(_ rule: some UserRule, as user: UserID) -> Refusal? {
        refusal { () throws(Refusal) in _ = try decideOnly(rule, as: user) }
    }

    func refuses(_ rule: some OperatorRule) -> Refusal? {
        refusal { () throws(Refusal) in _ = try decideOnly(rule) }
    }

    private func refusal(of attempt: () throws(Refusal) -> Void) -> Refusal? {
        do throws(Refusal) {
            try attempt()
            return nil
        } catch {
            return error
        }
    }

    private mutating func record(
        _ decision: Decision,
        by actor: Actor,
        command: CommandTrace?
    ) -> Outcome {
        asked += 1
        append(decision.events, by: actor, command: command)
        return Outcome(
            answer: decision.answer,
            events: decision.events,
            repeats: decision.repeats
        )
    }

    mutating func append(_ events: [NewEvent], by actor: Actor, command: CommandTrace?) {
        let before = world.misfits.count
        world.append(events, by: actor, command: command, at: now)
        #expect(world.misfits.dropFirst(before).map(\.event) == [], "these do not fit the world")
    }
}
