package import Messaging
internal import Wire

/// What is asked for where the server exports: the scope, and why.
package struct ExportOrder: Hashable, Sendable {
    package private(set) var scope: ExportScope
    package let reason: String?

    /// The fields of a scope.
    static let scope = Field<ExportScope>.all(
        Field.optional("conversation", .id(ConversationID.self)),
        Field.optional("user", .id(UserID.self)),
        Field.optional("from", .time),
        Field.optional("until", .time),
        Field.optional("deleted", .boolean, else: false)
    ) { conversation, user, from, until, deleted in
        ExportScope(
            conversation: conversation,
            user: user,
            from: from,
            until: until,
            includingDeleted: deleted
        )
    }

    private static let fields = Fields(scope, LineForm.reason) { scope, reason in
        ExportOrder(scope: scope, reason: reason)
    }

    /// The schema of its object.
    package static let schema = Schema.object(fields.schema)
    /// The schema of a scope alone.
    package static let scopeSchema = Schema.object(scope.schema)

    private init(scope: ExportScope, reason: String?) {
        self.scope = scope
        // An export of everything always has the deleted words.
        if scope.isEverything { self.scope.includesDeleted = true }
        self.reason = reason
    }

    /// Reads an object that has these fields and no other.
    package init(_ object: JSONObject) throws(ErrorForm) {
        do throws(FormFault) {
            self = try Self.fields.read(object) { .zero }
        } catch {
            throw ErrorForm(error)
        }
    }
}
