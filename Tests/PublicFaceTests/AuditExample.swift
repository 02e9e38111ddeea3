import Audit
import Merkle
import Scrollback

/// The example of docs/audit.md, line by line; `ReadmeTests` compares the two.
func runAuditExample(
    at path: String,
    _ position: Position,
    _ kept: SignedNote,
    _ key: VerifierKey,
    print: (Any...) -> Void
) async throws {
    // The checkpoint was kept where the store's operator cannot write.
    var options = Verification.Options()
    options.pin = kept
    options.keys = [key]
    let report = try await AuditedStore.verify(at: path, options)
    print(report.finding?.description ?? "sound: \(report.size) events")

    let store = try AuditedStore(opening: path)
    let file = try store.disclosure(of: position, under: kept).bytes

    // Elsewhere, with the public key alone.
    let told = try Disclosure(parsing: file.span.bytes)
    let signed = try told.verify(origin: store.origin, keys: [key])
    print("event \(told.proof.index + 1) of \(signed.size) is proved")
}
