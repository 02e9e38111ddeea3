internal import HTTPServing
internal import Messaging
internal import ScrollbackJSON
internal import Wire

extension ExportDownloads {
    /// Answers who asks for a ticket; its body says nothing.
    func answer(_ body: [UInt8], for id: UniqueID, _ caller: Caller) -> HTTPAnswer {
        do throws(ErrorForm) {
            if let field = try Self.object(body).members.first(where: { _ in true }) {
                throw ErrorForm(
                    .invalidRequest,
                    "There is no such field here.",
                    field: field.name
                )
            }
            let (text, until) = try ticket(for: id, caller)
            var writer = JSONWriter()
            writer.object { writer in
                writer.name("ok")
                writer.object { writer in
                    writer.field("ticket", text)
                    writer.field("path", ExportRoute.download(of: id, with: text))
                    writer.field("until", until)
                }
            }
            writer.endLine()
            return HTTPAnswer(json: writer.bytes, position: nil)
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
}
