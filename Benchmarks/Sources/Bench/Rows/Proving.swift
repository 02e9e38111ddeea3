import Audit
import Contestants
import EventLog
import Measuring
import Merkle
import Wire
import Workload

/// Asks what it costs to prove that an event is in the log, under a signed checkpoint of all.
func inclusionProofs(_ proofs: Int, of count: Int) -> RowPlan {
    let events = Text.number(Double(count))
    let name = "prove that one of \(events) events is in the log"
    return RowPlan(name: name) { fixtures in
        let store = try await fixtures.store(fixtures.whole(count))
        return Row(
            name,
            compared: .p50,
            bounds: "Checking the checkpoint's signature before a proof is handed out.",
            contestants: [
                Proving(store: store, count: count, proofs: proofs)
            ]
        )
    }
}

/// Proofs of random events, one after the other; each is checked by the prover itself, which is
/// in the time, and once more here, which is not.
private struct Proving: Contestant {
    let name = Names.scrollback
    let store: ScrollbackStore
    let count: Int
    let proofs: Int

    func run(in folder: String) async throws -> Sample {
        let log = try store.openLog(.reading)
        defer { log.close() }
        let signer = try SignerKey.random(name: KeyName("bench"))
        var prover = Prover(log)
        let note = try prover.checkpoint(signedBy: signer)
        var generator = SplitMix64(seed: 7)
        var latencies: [Double] = []
        latencies.reserveCapacity(proofs)
        for _ in 0..<proofs {
            let position = Position(2 + generator.next() % UInt64(count))
            let start = ContinuousClock.now
            let proof = try prover.inclusion(of: position, under: note)
            latencies.append((ContinuousClock.now - start).microseconds)
            let envelope = proof.extra ?? []
            let checkpoint = try proof.verify(
                record: envelope.span.bytes,
                origin: log.origin,
                keys: [signer.verifier]
            )
            try demand(checkpoint.size == UInt64(count) + 1, "the proof is of another tree")
        }
        var sample = Sample()
        sample.note(latencies: latencies)
        return sample
    }
}
