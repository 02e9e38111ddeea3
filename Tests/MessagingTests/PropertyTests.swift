import DomainSupport
import LogSchema
import Merkle
import TestSupport
import Testing
import Wire

@testable import Messaging

@Suite struct `Whatever is asked, the rules keep their promises` {
    private static let worlds = 80
    private static let commandsInEach = 300

    @Test func `for random commands of few people`() {
        let seed = seed(for: "random commands")
        var seen = Seen()
        for world in 0..<UInt64(Self.worlds * 20) {
            // What is rare is waited for: else the promises are worth little.
            if world >= Self.worlds && seen.missing.isEmpty { break }
            var run = RandomRun(seed: seed &+ world &* 0x9E37_79B9)
            for step in 0..<Self.commandsInEach {
                let broken = run.step()
                guard broken.isEmpty else {
                    Issue.record("SEED=\(seed), world \(world), step \(step): \(broken)")
                    break
                }
            }
            seen.merge(run.seen)
        }
        print(seen.summary)
        #expect(seen.missing == [], "the generator never comes to these")
    }
}

/// What was met on the way.
private struct Seen {
    var accepted: [CommandName: Int] = [:]
    var idle: [CommandName: Int] = [:]
    var repeated = 0
    var refusals: [Refusal.Code: Int] = [:]
    var events: [UInt32: Int] = [:]

    mutating func merge(_ other: Seen) {
        accepted.merge(other.accepted, uniquingKeysWith: +)
        refusals.merge(other.refusals, uniquingKeysWith: +)
        events.merge(other.events, uniquingKeysWith: +)
        idle.merge(other.idle, uniquingKeysWith: +)
        repeated += other.repeated
    }

    /// The commands, events and codes that were not met.
    var missing: [String] {
        // Typing and presence are logged nowhere, a log has one beginning, no rule restores it,
        // exports from it, copies its keys or begins a journal, and here is
        // nothing large to erase.
        let names = Set(CommandName.allCases).subtracting([
            .all, .typing, .presence, .keyCopyGone,
        ])
        let numbers = Set(Event.samples.map(\.number)).subtracting([
            EnvelopeEvent.logCreated, EnvelopeEvent.logRestored, EnvelopeEvent.erasureProgress,
            EnvelopeEvent.contentOpened, EnvelopeEvent.exportMade, EnvelopeEvent.keyCopyBegun,
            EnvelopeEvent.keyCopyDone, EnvelopeEvent.keyCopyGone, EnvelopeEvent.journalBegun,
        ])
        return names.subtracting(accepted.keys).map { "\($0)" }
            + numbers.subtracting(events.keys).map { "event \($0)" }
            + Refusal.Code.ofTheRules.subtracting(refusals.keys).map { "\($0)" }
    }

    var summary: String {
        let decided = accepted.values.reduce(0, +)
        let nothing = idle.values.reduce(0, +)
        let refused = refusals.values.reduce(0, +)
        return """
            random commands: \(decided) led to events, \(nothing) to none, \(repeated) were \
            repetitions, \(refused) were refused with \(refusals.count) codes
            """
    }
}

/// One world, and what is asked of it.
private struct RandomRun {
    private var generator: CommandGenerator
    private var world: World
    private var now = Timestamp(microseconds: 1_767_225_600_000_000)
    private var asked: UInt64 = 0
    /// What was carried out, to be asked again.
    private var carriedOut: [(request: Request, answer: Answer, last: Position)] = []
    var seen = Seen()

    init(seed: UInt64) {
        generator = CommandGenerator(seed: seed)
        world = World(at: now)
    }

    /// Asks for something; gives the promises that were not kept.
    mutating func step() -> [String] {
        let (seconds, attoseconds) = generator.pause().components
        now = Timestamp(
            microseconds: now.microseconds + seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        )
        if !carriedOut.isEmpty, generator.chance(1, in: 12) { return askAgain() }
        let (actor, command, id) = generator.next(on: world)
        let request = Request(as: actor, command, id: id, now: now, fresh: nextNames())
        return ask(request)
    }

    private mutating func ask(_ request: Request) -> [String] {
        switch outcome(of: request) {
        case .failure(let refusal):
            seen.refusals[refusal.code, default: 0] += 1
            return broken(of: refusal)
        case .success(let decision):
            return carryOut(decision, of: request)
        }
    }

    private mutating func carryOut(_ decision: Decision, of request: Request) -> [String] {
        guard !decision.events.isEmpty else {
            if decision.repeats == nil {
                seen.idle[request.command.name, default: 0] += 1
            } else {
                seen.repeated += 1
            }
            return decision.brokenPromises(to: request, on: world)
        }
        var broken = decision.brokenPromises(to: request, on: world)
        for new in decision.events {
            broken += stored(new, request)
            seen.events[new.event.number, default: 0] += 1
        }
        seen.accepted[request.command.name, default: 0] += 1

        let before = world
        world.append(
            decision.events,
            by: request.actor,
            command: request.trace,
            at: request.now
        )
        broken += world.misfits.map { "\($0.event) does not fit" }
        broken += world.brokenPromises()
        broken += withdrawn(since: before)
        if let known = world.lastPosition(of: request) {
            carriedOut.append((request, decision.answer, known))
            broken += repeated(request, decision.answer, known)
        }
        return broken.map { "\($0), when \(request.actor) asked for \(request.command.name)" }
    }

    /// Asks for something that was carried out, later and under other names.
    private mutating func askAgain() -> [String] {
        var (request, answer, last) = generator.pick(carriedOut)
        request.now = now
        request.fresh = nextNames()
        seen.repeated += 1
        return repeated(request, answer, last)
            .map { "\($0), when \(request.actor) asked again for \(request.command.name)" }
    }

    /// A repetition is answered as the first time, whatever became of it all since.
    private func repeated(_ request: Request, _ answer: Answer, _ last: Position) -> [String] {
        switch outcome(of: request) {
        case .failure(.request(.isForModerators)): return []
        case .failure(let refusal): return ["a repetition is refused: \(refusal)"]
        case .success(let decision):
            var broken: [String] = []
            if !decision.events.isEmpty { broken.append("a repetition has events") }
            if decision.repeats != last { broken.append("a repetition is not where it was") }
            if case .erasure = answer { return broken }
            if decision.answer != answer {
                broken.append("a repetition is answered \(decision.answer), not \(answer)")
            }
            return broken
        }
    }

    /// What is decided, twice the same.
    private func outcome(of request: Request) -> Result<Decision, Refusal> {
        let first = decided(request)
        let second = decided(request)
        if first != second { Issue.record("\(request) is decided in two ways") }
        return first
    }

    private func decided(_ request: Request) -> Result<Decision, Refusal> {
        do throws(Refusal) {
            return .success(try decide(request, on: world))
        } catch {
            return .failure(error)
        }
    }

    private func broken(of refusal: Refusal) -> [String] {
        refusal.message.isEmpty || refusal.message.contains(CommandGenerator.mark)
            ? ["a refusal says \(refusal.message)"] : []
    }

    /// What is wrong with an event's bytes.
    private func stored(_ new: NewEvent, _ request: Request) -> [String] {
        let event = new.event
        let stored = StoredEvent(event)
        var broken: [String] = []
        do throws(WireError) {
            guard let read = try stored.event() else { return ["\(event) has no number"] }
            // Nothing but NaN differs from itself, and no rule lets that through.
            if read != event { broken.append("\(event) is read as \(read)") }
        } catch {
            broken.append("\(event) is not read: \(error)")
        }
        if stored.structure.contains(Array(CommandGenerator.mark.utf8)) {
            broken.append("somebody's words are in the structure of \(event)")
        }
        let envelope = envelopeBytes(of: new, stored, request)
        if envelope > 32 << 10 { broken.append("an envelope has \(envelope) bytes") }
        if let content = stored.content, content.count > 1 << 20 {
            broken.append("a content has \(content.count) bytes")
        }
        return broken
    }

    private func envelopeBytes(
        of new: NewEvent,
        _ stored: StoredEvent,
        _ request: Request
    ) -> Int {
        let (kind, stream): (StreamKind, UniqueID?) =
            switch new.stream {
            case .store: (.store, nil)
            case .conversation(let id): (.conversation, id.rawValue)
            case .user(let id): (.user, id.rawValue)
            }
        let envelope = Envelope(
            schema: 1,
            recorded: request.now.microseconds,
            sent: request.now.microseconds,
            streamKind: kind,
            stream: stream,
            version: .max,
            actor: request.actor.user?.rawValue,
            command: request.id?.rawValue,
            previous: .sample,
            seal: .sample,
            commandKind: CommandKind(rawValue: .max),
            commandMember: .max,
            commandMembers: .max,
            commandBatch: UniqueID(high: .max, low: .max)
        )
        var writer = WireWriter()
        envelope.encode(into: &writer, event: stored.number, body: stored.structure.span.bytes)
        return writer.count
    }

    /// What was told or delivered once stays so.
    private func withdrawn(since before: World) -> [String] {
        for (conversation, people) in before.personal {
            for (user, old) in people {
                let new = world.personal(user, in: conversation)
                if new.readUpTo < old.readUpTo || new.deliveredUpTo < old.deliveredUpTo
                    || new.loudlyReadUpTo < old.loudlyReadUpTo || new.cleared < old.cleared
                {
                    return ["what was read is unread"]
                }
            }
        }
        return []
    }

    private mutating func nextNames() -> FreshIDs {
        asked += 1
        return FreshIDs(first: UniqueID(high: 0x0005_4000, low: 0b10 << 62 | asked << 16))
    }
}

extension World {
    /// Where the last event of a command lies that can be asked again.
    fileprivate func lastPosition(of request: Request) -> Position? {
        switch request.command {
        case .createGroup, .openRequest, .send, .report, .placeHold: size
        default: request.id == nil ? nil : size
        }
    }
}

extension Refusal.Code {
    /// The codes that rules give; the others are of reading and writing.
    fileprivate static let ofTheRules: Set<Refusal.Code> = Set(allCases).subtracting([
        .invalidCursor, .rateLimited, .onHold, .outcomeUnknown, .overloaded, .storageFull,
        .readOnly, .clockNotAccepted, .internal, .viewsUnavailable, .stopped, .otherEpoch,
        .journalUnavailable,
        .reasonNeeded,
    ])
}
