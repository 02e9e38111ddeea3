internal import HTTPServing
internal import Messaging
internal import ScrollbackJSON
internal import Wire

/// Answers requests about exports, which the operator in person may make.
struct ExportDesk: Sendable {
    let jobs: ExportJobs

    func answer(_ route: ExportRoute, _ request: HTTPRequest, of caller: Caller) async -> HTTPAnswer
    {
        do throws(ErrorForm) {
            switch (route, request.head.method) {
            case (.all, "POST"):
                let order = try ExportOrder(Self.object(request.body))
                let job = try await jobs.begin(order, by: caller.looker)
                return Self.answer { job.write(to: &$0) }
            case (.all, _):
                return Self.answer { writer in
                    writer.object { writer in
                        writer.name("items")
                        writer.array { writer in
                            for job in jobs.all { job.write(to: &writer) }
                        }
                    }
                }
            case (.one(let id), "DELETE"):
                try jobs.remove(id)
                return Self.answer { $0.object { _ in } }
            case (.one(let id), _):
                let job = try jobs.job(id)
                return Self.answer { job.write(to: &$0) }
            case (.ticket(let id), _):
                if let field = try Self.object(request.body).members.first(where: { _ in true }) {
                    throw ErrorForm(
                        .invalidRequest,
                        "There is no such field here.",
                        field: field.name
                    )
                }
                let (text, until) = try jobs.ticket(for: id, caller)
                return Self.answer { writer in
                    writer.object { writer in
                        writer.field("ticket", text)
                        writer.field("path", ExportRoute.download(of: id, with: text))
                        writer.field("until", until)
                    }
                }
            // Fetched with a ticket, and not by a caller.
            case (.download, _): return .notFound
            }
        } catch {
            return HTTPAnswer(error)
        }
    }

    private static func object(_ body: [UInt8]) throws(ErrorForm) -> JSONObject {
        do throws(JSONFault) {
            return try JSONDocument(body).object()
        } catch {
            throw ErrorForm(error)
        }
    }

    private static func answer(_ write: (inout JSONWriter) -> Void) -> HTTPAnswer {
        var writer = JSONWriter()
        writer.object { writer in
            writer.name("ok")
            write(&writer)
        }
        writer.endLine()
        return HTTPAnswer(json: writer.bytes, position: nil)
    }
}
