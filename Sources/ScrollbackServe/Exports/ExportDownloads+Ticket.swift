internal import HTTPServing
internal import Messaging
internal import ScrollbackJSON
internal import Wire

extension ExportDownloads {
    /// The response to who asks for a ticket, whose body says nothing.
    func response(to body: [UInt8], for id: UniqueID, _ caller: Caller) -> HTTPResponse {
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
            return HTTPResponse(json: writer.bytes, position: nil)
        } catch {
            return HTTPResponse(error)
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
