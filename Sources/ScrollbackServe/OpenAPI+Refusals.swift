internal import HTTPServing
internal import Messaging
internal import ScrollbackJSON

// What the document in OpenAPI says of answers: the statuses of each operation, and the codes of each
// status.

extension OpenAPI {
    /// How an operation may be refused.
    struct Refusals {
        private(set) var statuses: Set<Int> = [400, 413, 421, 431, 500, 503]

        /// Of an operation that anyone may ask.
        static let open = Refusals()
        /// Of one that wants a key or a token: without a file of keys there is nothing at its path.
        static let known = open.and(401, 403, 404, 429)

        func and(_ more: Int...) -> Refusals {
            var refusals = self
            refusals.statuses.formUnion(more)
            return refusals
        }

        /// Of an operation that has a body too.
        var withBody: Refusals { and(415) }

        /// Of a command or a query.
        init(of operation: OperationSchema) {
            self = Self.known.withBody
            // What it is about may not take it.
            statuses.formUnion([409, 422])
            if operation.hasEpoch || !operation.isCommand { statuses.insert(410) }
            // What is stored needs room.
            if operation.isCommand { statuses.insert(507) }
        }

        private init() {}
    }

    /// The codes of each status of an error.
    private static let codes: [Int: [String]] = {
        var codes = Dictionary(grouping: RefusalCode.allCases, by: \.httpStatus)
            .mapValues { $0.map(\.rawValue) }
        for status in [413, 415, 421, 431] {
            codes[status] = [RefusalCode.invalidRequest.rawValue]
        }
        codes[401] = [RefusalCode.permissionDenied.rawValue]
        return codes
    }()

    /// Writes the answers of an operation: what `write` does, and how it may be refused.
    static func writeAnswers(
        _ refusals: Refusals,
        to writer: inout JSONWriter,
        _ write: (inout JSONWriter) -> Void
    ) {
        writer.name("responses")
        writer.object { writer in
            write(&writer)
            for status in refusals.statuses.sorted() {
                writer.name("\(status)")
                writer.object { $0.field("$ref", "#/components/responses/\(name(of: status))") }
            }
        }
    }

    /// Writes the answer of an operation that went well, with its schema.
    static func writeAnswer(
        _ description: String,
        as type: String = "application/json",
        hasPosition: Bool = false,
        to writer: inout JSONWriter,
        _ writeSchema: (inout JSONWriter) -> Void
    ) {
        writer.name("200")
        writer.object { writer in
            writer.field("description", description)
            if hasPosition { writeHeaders(["Scrollback-Position"], to: &writer) }
            writeContent(type, to: &writer, writeSchema)
        }
    }

    static func writeHeaders(_ names: [String], to writer: inout JSONWriter) {
        writer.name("headers")
        writer.object { writer in
            for name in names {
                writer.name(name)
                writer.object { $0.field("$ref", "#/components/headers/\(name)") }
            }
        }
    }

    /// Writes what operations refer to of answers.
    static func writeSharedAnswers(to writer: inout JSONWriter) {
        writer.name("headers")
        writer.object { writer in
            for (name, meaning) in [
                (
                    "Scrollback-Position",
                    "The position, behind its epoch once the log was restored."
                ),
                ("Scrollback-Resumed-From", "From where a stream goes on."),
                ("Retry-After", "Seconds after which it may be asked again."),
                ("WWW-Authenticate", "The challenge of RFC 6750, with its word for why."),
            ] {
                writer.name(name)
                writer.object { writer in
                    writer.field("description", meaning)
                    writer.name("schema")
                    Schema.text.write(to: &writer)
                }
            }
        }
        writer.name("responses")
        writer.object { writer in
            for (status, codes) in codes.sorted(by: { $0.key < $1.key }) {
                writer.name(name(of: status))
                writer.object { writer in write(status, codes, to: &writer) }
            }
        }
    }

    private static func write(_ status: Int, _ codes: [String], to writer: inout JSONWriter) {
        writer.field("description", "\(words(ofStatus: status)); the code says which error it is.")
        switch status {
        // A 403 has it where it is the key or token that does not allow it.
        case 401, 403: writeHeaders(["WWW-Authenticate"], to: &writer)
        case 429, 503: writeHeaders(["Retry-After"], to: &writer)
        default: break
        }
        writeContent("application/problem+json", to: &writer) { writer in
            writer.object { writer in
                writer.name("allOf")
                writer.array { writer in
                    Schema.reference(problem).write(to: &writer)
                    writer.object { writer in
                        writer.name("properties")
                        writer.object { writer in
                            writer.name("status")
                            writer.object { $0.field("const", status) }
                            writer.name("code")
                            Schema.choice(codes).write(to: &writer)
                        }
                    }
                }
            }
        }
    }

    private static func name(of status: Int) -> String {
        words(ofStatus: status).replacing(" ", with: "")
    }
}
