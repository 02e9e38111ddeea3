import Messaging
import TestSupport
import Wire

extension ErasureDrill {
    /// Lines that ask for everything that shows words, of a store of some size; each is answered.
    func questions(upTo size: UInt64) -> [String] {
        let own = #""as":"\#(author)","#
        let chat = #""conversation":"\#(group)""#
        let then = backedUpThrough.rawValue
        let all = erased + kept
        var lines: [String] = []
        // As it is, and as it was when everything had its words.
        for past in ["", #","asOf":\#(then)"#] {
            for ordinal in stride(from: 1, through: all.count + 100, by: 50) {
                lines.append(
                    #"{\#(own)"ask":"messages",\#(chat),"aroundOrdinal":\#(ordinal),"limit":100\#(past)}"#
                )
            }
            for text in erased where text.isBackedUp {
                for ask in ["message", "history", "replies"] {
                    lines.append(
                        #"{\#(own)"ask":"\#(ask)","message":"\#(text.message)"\#(past)}"#
                    )
                }
            }
            lines += [
                #"{\#(own)"ask":"conversations","previewLength":1000\#(past)}"#,
                #"{\#(own)"ask":"media",\#(chat),"limit":100\#(past)}"#,
                #"{\#(own)"ask":"mentions","limit":100\#(past)}"#,
                #"{"as":"operator","ask":"reports","limit":100\#(past)}"#,
            ]
        }
        // An answer does not repeat the text that is searched for.
        for text in (erased + kept).prefix(40) {
            lines.append(#"{\#(own)"ask":"conversations","search":"\#(text.text.prefix(20))"}"#)
        }
        for position in stride(from: 0, to: size, by: 100) {
            lines.append(#"{\#(own)"ask":"changes","since":\#(position),"limit":100}"#)
            lines.append(
                #"{"as":"operator","ask":"events","from":\#(position + 1),"limit":100,"#
                    + #""content":true}"#
            )
        }
        lines.append(#"{"as":"operator","ask":"exports"}"#)
        lines.append(#"{"as":"operator","ask":"state"}"#)
        return lines
    }

    /// Asks a store everything, and writes the answers to a file.
    ///
    /// - Returns: how the process that answers ended, and how many lines were asked.
    func ask(_ path: String, upTo size: UInt64, to output: String) throws -> (
        StartedProgram.Ending, Int
    ) {
        let pipe = try StartedProgram(
            Program.path,
            ["pipe", path, "--journal", journal],
            output: output
        )
        let lines = questions(upTo: size)
        for line in lines { pipe.writeLine(line) }
        pipe.endInput()
        return (pipe.wait(), lines.count)
    }
}
