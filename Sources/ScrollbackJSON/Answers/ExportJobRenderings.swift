internal import Messaging
internal import Wire

extension RenderedField<ExportScope, ExportScope> {
    /// The scope of an export.
    static let scope = all {
        optional("conversation", .id) { $0.conversation }
        optional("user", .id) { $0.user }
        optional("from", .time) { $0.from }
        optional("until", .time) { $0.until }
        always("deleted", .boolean) { $0.includesDeleted }
    } make: {
        ExportScope(conversation: $0, user: $1, from: $2, until: $3, includingDeleted: $4)
    }
}

extension Rendering<ExportScope> {
    static let exportScope = object(RenderedFields<ExportScope>.scope)
}

extension Rendering<ExportJobItem> {
    static let exportJob = object {
        always("export", .uniqueID) { $0.id }
        always("state", .word) { $0.state }
        always("scope", .exportScope) { $0.scope }
        optional("who", .text) { $0.who }
        always("begun", .time) { $0.begun }
        optional("done", .count) { $0.progress?.done }
        optional("total", .count) { $0.progress?.total }
        optional("bytes", .count) { $0.progress?.bytes }
        optional("position", .position) { $0.written?.position }
        optional("upTo", .position) { $0.written?.upTo }
        optional("manifest", .digest) { $0.written?.manifest }
        optional("contents", .count) { $0.written?.contents }
        optional("erased", .count) { $0.written?.erased }
        optional("withheld", .count) { $0.written?.withheld }
        optional("until", .time) { $0.written?.until }
        optional("folder", .text) { $0.written?.folder }
        optional("error", .exportFault) { $0.fault }
    } make: {
        id,
        state,
        scope,
        who,
        begun,
        done,
        total,
        bytes,
        position,
        upTo,
        manifest,
        contents,
        erased,
        withheld,
        until,
        folder,
        fault in
        var item = ExportJobItem(id, state, scope: scope, who: who, begun: begun, fault: fault)
        if let done, let total, let bytes {
            item.progress = ExportJobItem.Progress(done: done, total: total, bytes: bytes)
        }
        if let position, let upTo, let manifest, let contents, let erased, let withheld, let until,
            let folder
        {
            item.written = ExportJobItem.Written(
                position: position,
                upTo: upTo,
                manifest: manifest,
                contents: contents,
                erased: erased,
                withheld: withheld,
                until: until,
                folder: folder
            )
        }
        return item
    }
}

extension Rendering<ExportJobItem.Fault> {
    static let exportFault = object {
        always("code", .text) { $0.code }
        always("message", .text) { $0.message }
    } make: {
        ExportJobItem.Fault(code: $0, message: $1)
    }
}
