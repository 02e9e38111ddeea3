// One import is enough: a session's methods speak of identifiers, values and answers of these
// modules. What they declare as `package` stays the package's own.

@_exported public import LogSchema
@_exported public import Merkle
@_exported public import Messaging
@_exported public import Views
@_exported public import Wire
