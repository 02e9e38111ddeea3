import Messaging
import ScrollbackJSON
import ScrollbackPipe
import Wire

/// An id whose last digits are a number.
func id(_ number: UInt64) -> UniqueID {
    UniqueID(high: 0x0189_0F3E_7C00_7000, low: 0x8000_0000_0000_0000 | number)
}

let actor = UserID(id(0xA))
let firstFresh = id(0xF00)

/// Decodes a line, what is created being called `firstFresh` and so on.
func decode(_ line: String, readsTime: Bool = false) throws(MalformedLine) -> PipeLine {
    var fresh = FreshIDs(first: firstFresh)
    return try PipeDecoder(readsTime: readsTime).decode(Array(line.utf8)) { fresh.next() }
}

/// Decodes the fields of a command, without the braces, as asked by `actor`.
func command(_ fields: String) throws -> NamedCommand {
    try decode(#"{"as":"\#(actor)",\#(fields)}"#).command
}

struct NotACommand: Error {}

extension PipeLine {
    var command: NamedCommand {
        get throws {
            guard case .command(let command) = content else { throw NotACommand() }
            return command
        }
    }

    var batch: CommandBatch {
        get throws {
            guard case .batch(let batch) = content else { throw NotACommand() }
            return batch
        }
    }

    var query: QueryLine {
        get throws {
            guard case .query(let query) = content else { throw NotACommand() }
            return query
        }
    }
}

/// What is answered to a line that is none; nil if it is one.
func error(of line: String, readsTime: Bool = false) -> ErrorForm? {
    let decoded: PipeLine
    do throws(MalformedLine) {
        decoded = try decode(line, readsTime: readsTime)
    } catch {
        return error.error
    }
    guard case .query(let query) = decoded.content else { return nil }
    return error(of: query, as: query.name.type.json)
}

private func error<Asked: JSONQuery>(of query: QueryLine, as type: Asked.Type) -> ErrorForm? {
    do throws(ErrorForm) {
        _ = try query.read(as: type)
        return nil
    } catch {
        return error
    }
}

/// What was written, as text.
func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}
