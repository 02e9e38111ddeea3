import Audit
import EventLog
import Glibc
import Merkle
import Wire

/// A new folder with a proof of each of some events.
enum ProofFolder {
    /// Writes all proofs, or none and no folder.
    static func write(
        _ positions: [Position],
        of log: EventLog,
        to path: String
    ) throws(CommandFailure) {
        guard let last = positions.max() else { return }
        let name = TerminalText.line(path)
        guard mkdir(path, 0o700) == 0 else {
            guard errno == EEXIST else {
                throw .failure("cannotWrite", "\(name) cannot be made: \(systemMessage(errno))")
            }
            throw .failure(
                "alreadyExists",
                "\(name) exists and is not replaced; name another folder"
            )
        }
        var written: [String] = []
        do throws(CommandFailure) {
            for (file, bytes) in try proofs(of: positions, upTo: last, log) {
                let place = "\(path)/\(file)"
                try OutputFile.write(bytes.span.bytes, to: place)
                written.append(place)
            }
        } catch {
            for place in written { unlink(place) }
            rmdir(path)
            throw error
        }
    }

    private static func proofs(
        of positions: [Position],
        upTo last: Position,
        _ log: EventLog
    ) throws(CommandFailure) -> [(file: String, bytes: [UInt8])] {
        do throws(ProvingError) {
            var prover = Prover(log)
            let note = try prover.keptCheckpoint(covering: last)
            var files: [(file: String, bytes: [UInt8])] = []
            for position in positions {
                let proof = try prover.inclusion(of: position, under: note)
                files.append(("event-\(position).proof", proof.bytes))
            }
            return files
        } catch {
            throw CommandFailure(error)
        }
    }
}
