extension Deed {
    /// The line, without who wants it and when.
    var fields: [String: Any] {
        var (name, fields) = named
        fields["do"] = name
        return fields
    }

    private var named: (String, [String: Any]) {
        switch self {
        case .setProfile(let username, let fullName, let avatar, let email):
            (
                "setProfile",
                given([
                    "username": username, "fullName": fullName, "avatar": avatar, "email": email,
                ])
            )
        case .showNoWordsInPushes: ("setSettings", ["previews": "never"])
        case .shareReceipts(let on): ("setSettings", ["sendReadReceipts": on])
        case .typing(let on, let id): ("typing", ["conversation": id, "on": on])
        case .presence(let isOnline, let device):
            ("presence", given(["state": isOnline ? "online" : "offline", "device": device]))
        case .startDirect(let other): ("startDirect", ["with": other])
        case .createGroup(let id, let title, let members):
            ("createGroup", given(["id": id, "title": title, "members": members]))
        case .openRequest(let id, let kind, let about, let members, let anyEmoji):
            (
                "openRequest",
                [
                    "id": id, "context": ["kind": kind, "id": about], "members": members,
                    "reactions": anyEmoji ? "open" : "tapback",
                ]
            )
        case .rename(let id, let title): ("rename", ["conversation": id, "title": title])
        case .completeRequest(let id): ("completeRequest", ["conversation": id])
        case .cancelRequest(let id): ("cancelRequest", ["conversation": id])
        case .clearContext(let id): ("clearContext", ["conversation": id])
        case .add(let user, let id): ("add", ["conversation": id, "user": user])
        case .remove(let user, let id): ("remove", ["conversation": id, "user": user])
        case .leave(let id): ("leave", ["conversation": id])
        case .allowEditing(let id, let user):
            ("setPermissions", ["conversation": id, "user": user, "canEdit": true])
        case .send(let draft): ("send", draft.fields)
        case .edit(let message, let text): ("edit", ["message": message, "text": text])
        case .delete(let message): ("delete", ["message": message])
        case .describeLink(let message, let url, let title):
            ("annotate", ["message": message, "linkPreview": ["url": url, "title": title]])
        case .react(let reaction, let message):
            ("react", ["message": message, "reaction": reaction])
        case .toggle(let reaction, let message, let attempt):
            ("toggleReaction", ["message": message, "reaction": reaction, "id": attempt])
        case .markDelivered(let id, let message):
            ("markDelivered", ["conversation": id, "upTo": message])
        case .markRead(let id): ("markRead", ["conversation": id])
        case .mute(let id): ("mute", ["conversation": id])
        case .archive(let id): ("archive", ["conversation": id])
        case .hide(let id): ("hide", ["conversation": id])
        case .block(let user): ("block", ["user": user])
        case .unblock(let user): ("unblock", ["user": user])
        case .reportMessage(let message):
            ("report", ["message": message, "reason": "harassment"])
        case .reportUser(let user): ("report", ["user": user, "reason": "spam"])
        case .appointModerator(let user): ("appointModerator", ["user": user])
        case .liftRateLimit: ("configure", ["rateLimit": JSON.null])
        }
    }
}

/// The fields that there are.
private func given(_ fields: [String: Any?]) -> [String: Any] { fields.compactMapValues { $0 } }

extension Draft {
    fileprivate var fields: [String: Any] {
        var fields = given([
            "conversation": conversation, "id": id, "text": text, "replyTo": replyTo,
            "claimedAt": claimedAt,
        ])
        if isBroadcast { fields["broadcast"] = true }
        if isPayment { fields["payment"] = true }
        if !attachments.isEmpty {
            fields["attachments"] = attachments.map { file in
                given([
                    "kind": file.kind, "url": file.url, "thumbnail": file.thumbnail,
                    "seconds": file.seconds,
                ])
            }
        }
        if let place {
            fields["location"] = given([
                "latitude": place.latitude, "longitude": place.longitude, "name": place.name,
                "address": place.address,
            ])
        }
        return fields
    }
}
