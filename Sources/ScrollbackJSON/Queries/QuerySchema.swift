internal import Messaging

/// The JSON Schema of a line with a query.
package enum QuerySchema {
    /// The text of `schemas/json/queries.json`.
    package static func text() throws(JSONFault) -> [UInt8] {
        try LineSchema.text(
            title: "A line of the pipe with a query",
            kind: "query",
            QueryForm.all.map { form in
                LineSchema.Part(
                    name: form.name.rawValue,
                    audience: form.name.audience,
                    schema: form.schema.naming(.ask, form.name.rawValue)
                )
            }
        )
    }
}
