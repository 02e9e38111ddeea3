internal import Messaging
internal import ScrollbackJSON

// What OpenAPI says of the routes of exports.

extension ExportRoute {
    private struct Operation {
        let method: String
        let name: String
        let summary: String
        /// The schema of the body, and examples of it; nil for none.
        let body: (schema: Schema, examples: [String])?
        /// The schema of the answer; nil for a file.
        let answer: Schema?
        /// The path behind that of all exports.
        let path: String
    }

    private static let operations = [
        Operation(
            method: "get",
            name: "list",
            summary: "Lists the exports of this server, the newest first.",
            body: nil,
            answer: answer(to: QueryName.exportJobs.rawValue),
            path: ""
        ),
        Operation(
            method: "post",
            name: "begin",
            summary: "Begins an export; for the operator in person.",
            body: (
                OpenAPI.operation(StoreTaskName.beginExport.rawValue).map { .object($0.body) }
                    ?? .anything,
                OpenAPI.examples["commands.\(StoreTaskName.beginExport.rawValue)"] ?? []
            ),
            answer: answer(to: StoreTaskName.beginExport.rawValue),
            path: ""
        ),
        Operation(
            method: "get",
            name: "state",
            summary: "Tells how far an export is.",
            body: nil,
            answer: answer(to: QueryName.exportJob.rawValue),
            path: "/{export}"
        ),
        Operation(
            method: "delete",
            name: "end",
            summary: "Ends an export and deletes its folder.",
            body: nil,
            answer: answer(to: StoreTaskName.endExport.rawValue),
            path: "/{export}"
        ),
        Operation(
            method: "post",
            name: "ticket",
            summary: "Makes a ticket with which the export is fetched once, within a minute.",
            body: (.object(.init()), ["{}"]),
            answer: .object(
                .init(
                    properties: [
                        .init(
                            "ok",
                            .object(
                                .init(
                                    properties: [
                                        .init("ticket", .text), .init("path", .text),
                                        .init("until", .count),
                                    ]
                                )
                            )
                        )
                    ]
                )
            ),
            path: "/{export}/ticket"
        ),
        Operation(
            method: "get",
            name: "download",
            summary: "Sends the export as a tar file; with a ticket instead of a key.",
            body: nil,
            answer: nil,
            path: "/{export}/download"
        ),
    ]

    /// The schema of the answer to a line of the contract.
    private static func answer(to name: String) -> Schema {
        OpenAPI.operation(name).map { .object($0.line) } ?? .anything
    }

    /// Writes the paths, each with its methods.
    static func writePaths(to writer: inout JSONWriter) {
        var written: [String] = []
        for path in operations.map(\.path) where !written.contains(path) {
            written.append(path)
            writer.name(all.template + path)
            writer.object { writer in
                if !path.isEmpty {
                    writeParameters(hasTicket: path.hasSuffix("download"), to: &writer)
                }
                for operation in operations where operation.path == path {
                    writer.name(operation.method)
                    writer.object { writer in write(operation, to: &writer) }
                }
            }
        }
    }

    private static func writeParameters(hasTicket: Bool, to writer: inout JSONWriter) {
        writer.name("parameters")
        writer.array { writer in
            for (place, name) in [("path", "export")] + (hasTicket ? [("query", ticketName)] : []) {
                writer.object { writer in
                    writer.field("name", name)
                    writer.field("in", place)
                    writer.field("required", true)
                    writer.name("schema")
                    (place == "path" ? Schema.id : .text).write(to: &writer)
                }
            }
        }
    }

    private static func write(_ operation: Operation, to writer: inout JSONWriter) {
        writer.field("operationId", "exports.\(operation.name)")
        writer.field("tags", ["exports"])
        writer.field("summary", operation.summary)
        if operation.answer != nil { OpenAPI.writeSecurity(to: &writer) }
        if let body = operation.body {
            OpenAPI.writeBody(body.schema, examples: body.examples, to: &writer)
        }
        // A ticket that is none counts as a wrong key.
        var refusals = OpenAPI.Refusals.open.and(403, 404, 429)
        if operation.answer != nil { refusals = .known }
        if operation.body != nil { refusals = refusals.withBody }
        OpenAPI.writeAnswers(refusals, to: &writer) { writer in
            guard let answer = operation.answer else {
                return OpenAPI.writeAnswer("The file.", as: "application/x-tar", to: &writer) {
                    $0.object { _ in }
                }
            }
            OpenAPI.writeAnswer("The answer.", to: &writer) { answer.write(to: &$0) }
        }
    }
}
