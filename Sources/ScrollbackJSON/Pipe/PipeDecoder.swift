internal import Messaging
package import Wire

/// Reads the lines of the pipe.
///
/// A line says either `do` or `ask`, and nothing that is not known: a slip of the pen is refused,
/// never overlooked.
package struct PipeDecoder: Sendable {
    /// Whether lines bring their time; where they do not, they may not.
    package var readsTime: Bool

    package init(readsTime: Bool) { self.readsTime = readsTime }

    /// Reads one line, without its newline.
    ///
    /// A created object gets its id from `nextID` unless the line gives one; within a batch that
    /// has an id, the object's id follows from that.
    package func decode(
        _ line: [UInt8],
        nextID: () -> UniqueID
    ) throws(MalformedLine) -> PipeLine {
        let values: LineValues
        do throws(JSONFault) {
            values = LineValues(try JSONDocument(line).object())
        } catch {
            throw MalformedLine(ref: nil, error: ErrorForm(error))
        }
        let ref = values[.ref].map { Array($0.bytes) }
        do throws(ErrorForm) {
            return try decode(values, ref: ref, nextID: nextID)
        } catch {
            throw MalformedLine(ref: ref, error: error)
        }
    }

    private func decode(
        _ line: LineValues,
        ref: [UInt8]?,
        nextID: NextID
    ) throws(ErrorForm) -> PipeLine {
        switch (line[.do], line[.ask]) {
        case (_?, _?):
            throw ErrorForm(
                FormFault(.excludes(LineName.do.text), at: [.field(LineName.ask.text)])
            )
        case (_?, nil):
            let actor = try line.read(LineForm.actor, .as)
            let at = try time(of: line)
            let content = try command(in: line, by: actor, nextID: nextID)
            return PipeLine(ref: ref, actor: actor, at: at, content: content)
        case (nil, let asked?) where asked.spells(PastForm.name):
            return try PastForm.read(line, ref: ref)
        case (nil, _?):
            let actor = try line.read(LineForm.actor, .as)
            let at = try time(of: line)
            let moment = try line.read(LineForm.moment, .asOf)
            let query = QueryLine(try line.read(LineForm.query, .ask), line, asOf: moment)
            let reason = try line.read(LineForm.reason, .reason)
            return PipeLine(ref: ref, actor: actor, at: at, reason: reason, content: .query(query))
        case (nil, nil):
            throw ErrorForm(
                FormFault(.isOneOfNone([LineName.do.text, LineName.ask.text]))
            )
        }
    }

    private func time(of line: LineValues) throws(ErrorForm) -> Timestamp? {
        guard readsTime || line[.at] == nil else {
            let reason = "is only for stores whose lines bring the time"
            throw ErrorForm(
                FormFault(.isNotAllowed(reason), at: [.field(LineName.at.text)])
            )
        }
        return try line.read(LineForm.time, .at)
    }

    private func command(
        in line: LineValues,
        by actor: Actor,
        nextID: NextID
    ) throws(ErrorForm) -> PipeLine.Content {
        let others: [LineName] = [.do, .id, .ref, .as, .at]
        let name: CommandName
        do throws(ErrorForm) {
            name = try line.read(LineForm.command, .do)
        } catch {
            guard let task = TaskForm.name(in: line) else { throw error }
            do throws(FormFault) {
                return .task(try TaskForm.read(task, line, besides: others))
            } catch {
                throw ErrorForm(error)
            }
        }
        guard let form = CommandForm.of(name) else {
            return .batch(try BatchForm.read(line, besides: others, by: actor, nextID: nextID))
        }
        do throws(FormFault) {
            return .command(try form.read(line, besides: others, nextID: nextID))
        } catch {
            throw ErrorForm(error)
        }
    }
}
