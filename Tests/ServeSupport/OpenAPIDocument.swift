internal import Foundation
package import TestSupport

/// What a server says of itself in OpenAPI, and what it answered.
package struct OpenAPIDocument {
    /// A request under a path of the document, and its answer.
    package struct Exchange {
        package var method: String
        package var path: String
        package var body: [UInt8] = []
        package var answer: RawClient.Answer

        package init(
            _ method: String,
            _ path: String,
            body: [UInt8] = [],
            _ answer: RawClient.Answer
        ) {
            self.method = method
            self.path = path
            self.body = body
            self.answer = answer
        }

        fileprivate var object: [String: Any] {
            get throws {
                let type = answer.headers["content-type"] ?? ""
                var object: [String: Any] = [
                    "method": method, "path": path, "status": answer.status, "type": type,
                ]
                if !body.isEmpty { object["body"] = try Self.value(of: body) }
                if type.contains("json") { object["answer"] = try Self.value(of: answer.body) }
                return object
            }
        }

        private static func value(of bytes: [UInt8]) throws -> Any {
            try JSONSerialization.jsonObject(with: Data(bytes))
        }
    }

    /// An operation: its method in small letters, its path, and the examples of its body.
    package struct Operation {
        package let method: String
        package let path: String
        package let examples: [[String: Any]]
        package let hasBody: Bool
        package let statuses: Set<Int>
    }

    package let operations: [Operation]
    private let bytes: [UInt8]

    package init(_ answer: RawClient.Answer) {
        bytes = answer.body
        let paths = answer.object["paths"] as? [String: [String: Any]] ?? [:]
        operations = paths.sorted { $0.key < $1.key }.flatMap { path, methods in
            methods.sorted { $0.key < $1.key }.compactMap { method, value in
                guard let operation = value as? [String: Any] else { return nil }
                let body = operation["requestBody"] as? [String: Any]
                let types = body?["content"] as? [String: [String: Any]]
                let examples = types?["application/json"]?["examples"] as? [String: [String: Any]]
                let statuses = (operation["responses"] as? [String: Any])?.keys
                return Operation(
                    method: method,
                    path: path,
                    examples: (examples ?? [:]).sorted { $0.key < $1.key }
                        .compactMap { $0.value["value"] as? [String: Any] },
                    hasBody: body != nil,
                    statuses: Set((statuses.map(Array.init) ?? []).compactMap { Int($0) })
                )
            }
        }
    }

    /// Modules with which another program holds answers to the document.
    package static let checker = NeededTool(python: "jsonschema, referencing")

    /// What is wrong with some exchanges, or with the document's examples; empty if nothing is.
    package func faults(in exchanges: [Exchange]) throws -> String {
        let folder = TemporaryFolder()
        let (document, told) = (folder.path("openapi.json"), folder.path("exchanges"))
        let lines = try exchanges.map { exchange in
            let data = try JSONSerialization.data(withJSONObject: exchange.object)
            return String(decoding: data, as: UTF8.self)
        }
        writeFile(document, bytes)
        writeFile(told, Array((lines.joined(separator: "\n") + "\n").utf8))
        let script = packageFolder.appending(path: "Scripts/checker/check_openapi.py").path
        let (ending, said) = try run(NeededTool.python, [script, document, told])
        return ending == .exited(0) ? "" : said
    }
}
