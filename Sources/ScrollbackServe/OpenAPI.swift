internal import HTTPServing
internal import Messaging
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

    private static let schemas = "#/components/schemas/"
    private static let problem = "problem"

    private static let operations = OperationSchema.all(QueryName.allCases.map(\.type.json))

    private static func writePaths(to writer: inout JSONWriter) {
        for operation in operations {
            let kind = operation.isCommand ? "commands" : "queries"
            writer.name("/v1/\(kind)/\(operation.name)")
            writer.object { writer in
                writer.name("post")
                writer.object { writer in write(operation, kind, to: &writer) }
            }
        }
        for (path, summary) in [
            ("/healthz", "Whether the process lives."),
            ("/readyz", "Whether queries can be answered."),
        ] {
            writer.name(path)
            writer.object { writer in
                writer.name("get")
                writer.object { writer in
                    writer.field("operationId", String(path.dropFirst()))
                    writer.field("summary", summary)
                    writer.name("responses")
                    writer.object { writer in
                        writer.name("200")
                        writer.object { $0.field("description", "It is so.") }
                        writeProblem(to: &writer)
                    }
                }
            }
        }
        for route in ConsumerRoute.allCases { write(route, to: &writer) }
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
        writer.name("/metrics")
        writer.object { writer in
            writer.name("get")
            writer.object { writer in
                writer.field("operationId", "metrics")
                writer.field("summary", "Numbers of the server, in Prometheus' text form.")
                writeSecurity(to: &writer)
                writer.name("responses")
                writer.object { writer in
                    writer.name("200")
                    writer.object { writer in
                        writer.field("description", "The numbers.")
                        writer.name("content")
                        writer.object { writer in
                            writer.name("text/plain")
                            writer.object { writer in
                                writer.name("schema")
                                writer.object { $0.field("type", "string") }
                            }
                        }
                    }
                    writeProblem(to: &writer)
                }
            }
        }
    }

    private static func writeChanges(to writer: inout JSONWriter) {
        writer.field("operationId", "changes")
        writer.field("summary", "Changes as they happen.")
        writeSecurity(to: &writer)
        writer.name("parameters")
        writer.array { writer in
            for (place, name, meaning, schema) in ChangesRequest.parameters {
                writer.object { writer in
                    writer.field("name", name)
                    writer.field("in", place)
                    writer.field("description", meaning)
                    writer.name("schema")
                    schema.write(to: &writer)
                }
            }
            writer.object { $0.field("$ref", "#/components/parameters/\(Parameter.user)") }
        }
        writer.name("responses")
        writer.object { writer in
            writer.name("200")
            writer.object { writer in
                writer.field("description", "A stream of events, or with wait one answer.")
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
            writeProblem(to: &writer)
        }
    }

    private static func writeRevocation(to writer: inout JSONWriter) {
        writer.field("operationId", "tokens.revoke")
        writer.field("summary", "Ends the tokens of a user, with a key that has the right revoke.")
        writeSecurity(to: &writer)
        writer.name("requestBody")
        writer.object { writer in
            writer.field("required", true)
            writeContent("application/json", to: &writer) { writer in
                Schema.object(.init(properties: [.init("user", .id)])).write(to: &writer)
            }
        }
        writer.name("responses")
        writer.object { writer in
            writer.name("200")
            writer.object { writer in
                writer.field("description", "From when on new tokens count.")
                writeContent("application/json", to: &writer) { writer in
                    let from = Schema.Object(
                        properties: [.init("from", .integer(0...JSONInteger.largest))]
                    )
                    let line = Schema.Object(properties: [.init("ok", .object(from))])
                    Schema.object(line).write(to: &writer)
                }
            }
            writeProblem(to: &writer)
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
        writer.name("requestBody")
        writer.object { writer in
            writer.field("required", true)
            writeContent("application/json", to: &writer) { writer in
                Schema.object(operation.body).write(to: &writer)
            }
        }
        writer.name("responses")
        writer.object { writer in
            writer.name("200")
            writer.object { writer in
                let isDurable = operation.isCommand ? "It is done and durable." : "The answer."
                writer.field("description", isDurable)
                writeContent("application/json", to: &writer) { writer in
                    Schema.object(operation.line).write(to: &writer)
                }
            }
            writeProblem(to: &writer)
        }
    }

    private static func write(_ route: ConsumerRoute, to writer: inout JSONWriter) {
        writer.name(route.rawValue)
        writer.object { writer in
            writer.name(route.method.lowercased())
            writer.object { writer in
                let words = route.rawValue.split(separator: "/").dropFirst()
                writer.field("operationId", words.joined(separator: "."))
                writer.field("tags", ["consumers"])
                writer.field("summary", route.summary)
                writeSecurity(to: &writer)
                if !route.fields.isEmpty {
                    writer.name("requestBody")
                    writer.object { writer in
                        writer.field("required", true)
                        writeContent("application/json", to: &writer) { writer in
                            route.schema.write(to: &writer)
                        }
                    }
                }
                writer.name("responses")
                writer.object { writer in
                    writer.name("200")
                    writer.object { writer in
                        writer.field("description", "The answer, or that it is done and durable.")
                        writeContent("application/json", to: &writer) { writer in
                            writer.object { $0.field("type", "object") }
                        }
                    }
                    writeProblem(to: &writer)
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

    static func writeProblem(to writer: inout JSONWriter) {
        writer.name("default")
        writer.object { $0.field("$ref", "#/components/responses/\(problem)") }
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
        writer.name("responses")
        writer.object { writer in
            writer.name(problem)
            writer.object { writer in
                writer.field("description", "An error; its code says which, and has its status.")
                writeContent("application/problem+json", to: &writer) { writer in
                    writer.object { $0.field("$ref", "\(schemas)\(problem)") }
                }
            }
        }
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

extension HTTPAnswer {
    static let openAPI = {
        var answer = HTTPAnswer(json: [], position: nil)
        answer.constant = HTTPConstant(OpenAPI.document)
        return answer
    }()
}
