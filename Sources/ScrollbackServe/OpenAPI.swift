internal import HTTPServing
internal import Messaging
internal import ScrollbackConsole
internal import ScrollbackJSON
internal import ScrollbackPipe

/// All that the server answers, in OpenAPI 3.1: made of the forms by which lines are read and
/// answers are written.
enum OpenAPI {
    /// The document; it is made once.
    static let document: [UInt8] = {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("openapi", "3.1.0")
            writer.name("info")
            writer.object { writer in
                writer.field("title", "Scrollback")
                writer.field("version", "1")
                writer.field(
                    "description",
                    "The commands and queries of a message log. Commands are answered when they "
                        + "are durable."
                )
            }
            writer.name("paths")
            writer.object { writer in writePaths(to: &writer) }
            writer.name("components")
            writer.object { writer in writeComponents(to: &writer) }
        }
        writer.endLine()
        // Of a schema of its own, what it refers to lies in itself.
        let text = String(decoding: writer.bytes, as: UTF8.self)
        return Array(text.replacing("#/$defs/", with: schemas).utf8)
    }()

    static let schemas = "#/components/schemas/"
    static let problem = "problem"

    private static let operations = OperationSchema.all(QueryName.allCases.map(\.type.json))

    /// The operation with the name of a task or a query.
    static func operation(_ name: String) -> OperationSchema? {
        operations.first { $0.name == name }
    }

    private static func writePaths(to writer: inout JSONWriter) {
        for operation in operations {
            let kind = operation.isCommand ? "commands" : "queries"
            let task = operation.isCommand ? StoreTaskName(rawValue: operation.name) : nil
            writer.name(task?.path ?? "/v1/\(kind)/\(operation.name)")
            writer.object { writer in
                writer.name("post")
                writer.object { writer in write(operation, kind, to: &writer) }
            }
        }
        for (path, id, summary, refusals) in [
            ("/healthz", "healthz", "Whether the process lives.", Refusals.open),
            ("/readyz", "readyz", "Whether queries can be answered.", .open),
        ] {
            writeReading(path, id, summary, refusals, to: &writer) { writer in
                let line = Schema.Object(properties: [.init("ok", .object(.init()))])
                writeAnswer("It is so.", to: &writer) { Schema.object(line).write(to: &$0) }
            }
        }
        writeReading("/openapi.json", "openapi", "This document.", .open, to: &writer) { writer in
            writeAnswer("The document.", to: &writer) { writer in
                writer.object { $0.field("type", "object") }
            }
        }
        let console = "The console for browsers; what it loads lies behind the same path."
        writeReading(ConsoleFile.root, "console", console, .open, to: &writer) { writer in
            writeAnswer("The page.", as: "text/html", to: &writer) { Schema.text.write(to: &$0) }
            writer.name("304")
            writer.object {
                $0.field("description", "The page is the one that If-None-Match names.")
            }
        }
        let consumers = "The query `consumers`, for \(Limits.page.upperBound) at once."
        writeReading(StoreRoute.consumersPath, "consumers", consumers, .known, to: &writer) {
            writer in
            writeAnswer("The answer.", hasPosition: true, to: &writer) { writer in
                operation(QueryName.consumers.rawValue).map {
                    Schema.object($0.line).write(to: &writer)
                }
            }
        }
        ExportRoute.writePaths(to: &writer)
        writer.name(ChangesRequest.path)
        writer.object { writer in
            writer.name("get")
            writer.object { writer in writeChanges(to: &writer) }
        }
        writer.name("/v1/tokens/revoke")
        writer.object { writer in
            writer.name("post")
            writer.object { writer in writeRevocation(to: &writer) }
        }
        let numbers = "Numbers of the server, in Prometheus' text form."
        writeReading("/metrics", "metrics", numbers, .known, to: &writer) { writer in
            writeAnswer("The numbers.", as: "text/plain", to: &writer) { writer in
                Schema.text.write(to: &writer)
            }
        }
    }

    /// Writes a path that is read, without parameters.
    private static func writeReading(
        _ path: String,
        _ id: String,
        _ summary: String,
        _ refusals: Refusals,
        to writer: inout JSONWriter,
        _ writeAnswer: (inout JSONWriter) -> Void
    ) {
        writer.name(path)
        writer.object { writer in
            writer.name("get")
            writer.object { writer in
                writer.field("operationId", id)
                writer.field("summary", summary)
                if refusals.statuses.contains(401) { writeSecurity(to: &writer) }
                writeAnswers(refusals, to: &writer, writeAnswer)
            }
        }
    }

    private static func writeChanges(to writer: inout JSONWriter) {
        writer.field("operationId", "changes")
        writer.field("summary", "Changes as they happen.")
        writeSecurity(to: &writer)
        writer.name("parameters")
        writer.array { writer in
            for (place, name, meaning, schema, example) in ChangesRequest.parameters {
                writer.object { writer in
                    writer.field("name", name)
                    writer.field("in", place)
                    writer.field("description", meaning)
                    writer.name("schema")
                    schema.write(to: &writer)
                    writer.name("example")
                    writer.write(json: example.utf8)
                }
            }
            writer.object { $0.field("$ref", "#/components/parameters/\(Parameter.user)") }
        }
        writeAnswers(.known.and(410), to: &writer) { writer in
            writer.name("200")
            writer.object { writer in
                writer.field("description", "A stream of events, or with wait one answer.")
                writeHeaders(["Scrollback-Position", "Scrollback-Resumed-From"], to: &writer)
                writer.name("content")
                writer.object { writer in
                    for (type, schema) in ChangesRequest.answers {
                        writer.name(type)
                        writer.object { writer in
                            writer.name("schema")
                            schema.write(to: &writer)
                        }
                    }
                }
            }
            writer.name("204")
            writer.object { $0.field("description", "The user is no member any more.") }
        }
    }

    private static func writeRevocation(to writer: inout JSONWriter) {
        writer.field("operationId", "tokens.revoke")
        writer.field("summary", "Ends the tokens of a user, with a key that has the right revoke.")
        writeSecurity(to: &writer)
        let body = Schema.object(.init(properties: [.init("user", .id)]))
        writeBody(
            body,
            examples: [#"{"user":"00000000-0000-4000-8000-00000000000a"}"#],
            to: &writer
        )
        writeAnswers(.known.withBody, to: &writer) { writer in
            writeAnswer("From when on new tokens count.", to: &writer) { writer in
                let from = Schema.Object(properties: [.init("from", .count)])
                Schema.object(.init(properties: [.init("ok", .object(from))])).write(to: &writer)
            }
        }
    }

    private static func write(
        _ operation: OperationSchema,
        _ kind: String,
        to writer: inout JSONWriter
    ) {
        writer.field("operationId", "\(kind).\(operation.name)")
        writer.field("tags", [kind])
        writer.field("summary", "For \(operation.people).")
        writeSecurity(to: &writer)
        writer.name("parameters")
        writer.array { writer in
            for parameter in Parameter.allCases where parameter.belongs(to: operation) {
                writer.object { $0.field("$ref", "#/components/parameters/\(parameter)") }
            }
        }
        writeBody(
            .object(operation.body),
            examples: examples["\(kind).\(operation.name)"] ?? [],
            to: &writer
        )
        writeAnswers(Refusals(of: operation), to: &writer) { writer in
            writeAnswer(
                operation.isCommand ? "It is done and durable." : "The answer.",
                hasPosition: true,
                to: &writer
            ) { Schema.object(operation.line).write(to: &$0) }
        }
    }

    /// The bodies of the contract's examples, by the operation's id.
    static let examples: [String: [String]] = {
        var examples: [String: [String]] = [:]
        for line in ContractExamples.lines {
            guard let fields = try? JSONDocument(Array(line.utf8)).object() else { continue }
            var (id, body) = ("", JSONWriter())
            body.object { body in
                for member in fields.members {
                    switch member.name {
                    case "do": id = "commands.\(member.value.string ?? "")"
                    case "ask": id = "queries.\(member.value.string ?? "")"
                    default:
                        body.name(member.name)
                        body.write(json: member.value.bytes)
                    }
                }
            }
            examples[id, default: []].append(String(decoding: body.bytes, as: UTF8.self))
        }
        return examples
    }()

    /// Writes the body of a request, with examples that are objects of JSON.
    static func writeBody(_ schema: Schema, examples: [String], to writer: inout JSONWriter) {
        writer.name("requestBody")
        writer.object { writer in
            writer.field("required", true)
            writer.name("content")
            writer.object { writer in
                writer.name("application/json")
                writer.object { writer in
                    writer.name("schema")
                    schema.write(to: &writer)
                    guard !examples.isEmpty else { return }
                    writer.name("examples")
                    writer.object { writer in
                        for (number, example) in examples.enumerated() {
                            writer.name("\(number + 1)")
                            writer.object { writer in
                                writer.name("value")
                                writer.write(json: example.utf8)
                            }
                        }
                    }
                }
            }
        }
    }

    static func writeSecurity(to writer: inout JSONWriter) {
        writer.name("security")
        writer.array { writer in
            writer.object { writer in
                writer.name("key")
                writer.array { _ in }
            }
        }
    }

    static func writeContent(
        _ type: String,
        to writer: inout JSONWriter,
        _ writeSchema: (inout JSONWriter) -> Void
    ) {
        writer.name("content")
        writer.object { writer in
            writer.name(type)
            writer.object { writer in
                writer.name("schema")
                writeSchema(&writer)
            }
        }
    }

    private static func writeComponents(to writer: inout JSONWriter) {
        writer.name("securitySchemes")
        writer.object { writer in
            writer.name("key")
            writer.object { writer in
                writer.field("type", "http")
                writer.field("scheme", "bearer")
            }
        }
        writer.name("parameters")
        writer.object { writer in
            for parameter in Parameter.allCases {
                writer.name("\(parameter)")
                writer.object { writer in
                    writer.field("name", parameter.header)
                    writer.field("in", "header")
                    writer.field("description", parameter.meaning)
                    writer.name("schema")
                    writer.object { $0.field("type", "string") }
                }
            }
        }
        writeSharedAnswers(to: &writer)
        writer.name("schemas")
        writer.object { writer in
            OperationSchema.writeDefinitions(to: &writer)
            writer.name(problem)
            Schema.object(OperationSchema.problem).write(to: &writer)
            for operation in operations {
                writer.name(operation.answerName)
                operation.answer.write(to: &writer)
            }
        }
    }

    /// The headers of requests that say something of the contract.
    private enum Parameter: String, CaseIterable {
        case user, attempt, atLeast, reason

        var header: String {
            switch self {
            case .user: "Scrollback-As"
            case .attempt: "Idempotency-Key"
            case .atLeast: "Scrollback-At-Least"
            case .reason: "Scrollback-Reason"
            }
        }

        var meaning: String {
            switch self {
            case .user: "`as`, where the body does not have it."
            case .attempt: "`id`: a UUID, or another text of up to 128 characters."
            case .atLeast: "A position, or EPOCH:POSITION, that the answer shows at least."
            case .reason: "`reason`: why other people's words are asked for."
            }
        }

        func belongs(to operation: OperationSchema) -> Bool {
            switch self {
            case .user: true
            case .attempt: operation.isCommand
            case .atLeast, .reason: !operation.isCommand
            }
        }
    }
}

extension HTTPResponse {
    static let openAPI = {
        var response = HTTPResponse(json: [], position: nil)
        response.constant = HTTPConstant(OpenAPI.document)
        return response
    }()
}
