import Merkle

// A command's failures for the faults of a file: a stable code, and a message with the file's name.

extension CommandFailure {
    /// Creates the failure for a file of a known kind whose proof is invalid.
    init(in name: String, _ code: String, _ error: some CustomStringConvertible) {
        // A failure of libcrypto is no fault of the file.
        self =
            code == "cryptographyFailed"
            ? .failure(code, "\(name) cannot be checked: \(error)")
            : .finding(
                code,
                code == "malformed"
                    ? "\(name) is malformed: \(error)" : "\(name) proves nothing: \(error)"
            )
    }

    /// Creates the failure for an invalid pin, which is no fault of the checked file.
    init(given name: String, _ error: CheckpointError) {
        self = .failure(error.code, "\(name) is not to be believed: \(error)")
    }

    init(in name: String, _ error: CheckpointError) { self.init(in: name, error.code, error) }
    init(in name: String, _ error: RecordProofError) { self.init(in: name, error.code, error) }
    init(in name: String, _ error: DisclosureError) { self.init(in: name, error.code, error) }
    init(in name: String, _ error: ErasureReceiptError) { self.init(in: name, error.code, error) }
    init(in name: String, _ error: EnvelopeFileError) { self.init(in: name, error.code, error) }
    init(in name: String, _ error: ContinuationProofError) {
        self.init(in: name, error.code, error)
    }
}

extension CheckpointError {
    fileprivate var code: String {
        switch self {
        case .note(.noKnownSigner): "notSigned"
        case .note(.wrongSignature), .note(.ambiguousKey): "wrongSignature"
        case .note(.cryptographyFailed): "cryptographyFailed"
        case .note(.text), .note(.noSignatures), .note(.malformedSignature),
            .note(.tooManySignatures):
            "malformed"
        case .wrongOrigin: "otherLog"
        case .text, .missingLine, .emptyLine, .malformedSize, .malformedRoot, .wrongEmptyRoot:
            "malformed"
        }
    }
}

extension RecordProofError {
    fileprivate var code: String {
        switch self {
        case .checkpoint(let error): error.code
        case .inclusion: "wrongProof"
        case .text, .wrongHeader, .malformedExtra, .extraLength, .malformedIndex, .malformedHash,
            .tooManyHashes, .missingCheckpoint:
            "malformed"
        }
    }
}

extension ContinuationProofError {
    fileprivate var code: String {
        switch self {
        case .older(let error), .newer(let error): error.code
        case .consistency: "wrongProof"
        case .text, .wrongHeader, .malformedHash, .tooManyHashes, .missingCheckpoint,
            .missingNewerCheckpoint:
            "malformed"
        }
    }
}

extension DisclosureError {
    fileprivate var code: String {
        switch self {
        case .proof(let error): error.code
        case .seal, .noSeal, .wrongSeal: "wrongSeal"
        case .text, .wrongHeader, .malformedField, .saltLength, .contentLength, .envelopeLength,
            .extra, .missingProof:
            "malformed"
        }
    }
}

extension ErasureReceiptError {
    fileprivate var code: String {
        switch self {
        case .checkpoint(let error): error.code
        case .inclusion: "wrongProof"
        case .seal, .noSeal, .notAnErasure, .notNamed, .notACopy, .order: "wrongErasure"
        case .text, .wrongHeader, .malformedCount, .malformedEvent, .malformedIndex, .malformedHash,
            .tooManyHashes, .tooManyCopies, .envelopeLength, .missingCheckpoint:
            "malformed"
        }
    }
}

extension EnvelopeFileError {
    fileprivate var code: String {
        switch self {
        case .checkpoint(let error): error.code
        case .wrongRoot: "wrongRoot"
        case .wrongHeader, .missingCheckpoint, .envelopeLength, .endsEarly, .endsLate: "malformed"
        }
    }
}
