internal import HTTPServing
internal import Messaging
internal import ScrollbackJSON
internal import Wire

extension ExportDownloads {
    /// The response to who asks for a ticket, whose body says nothing.
    func response(to body: [UInt8], for id: UniqueID, _ caller: Caller) -> HTTPResponse {
        do throws(ErrorForm) {
            if let field = try JSONObject(body: body).members.first(where: { _ in true }) {
                throw ErrorForm(
                    .invalidRequest,
                    "There is no such field here.",
                    field: field.name
                )
            }
            let (text, until) = try ticket(for: id, caller)
            return HTTPResponse { writer in
                writer.field("ticket", text)
                writer.field("path", ExportRoute.download(of: id, with: text))
                writer.field("until", until)
            }
        } catch {
            return HTTPResponse(error)
        }
    }
}
