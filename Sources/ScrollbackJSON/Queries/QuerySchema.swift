/// The JSON Schema of a line with a query.
package enum QuerySchema {
    /// The text of `schemas/json/queries.json`, with these queries.
    package static func text(
        _ queries: [any JSONQuery.Type]
    ) throws(JSONFault) -> [UInt8] {
        try LineSchema.text(
            title: "A line of the pipe with a query",
            kind: "query",
            line: LineForm.querySchema,
            queries.map { $0.linePart } + [PastForm.linePart]
        )
    }
}
