/// What happens in a small store, line by line: every command and every query of the contract,
/// with every field that a line or an answer may have.
enum ContractStory {
    static let doro = "00000000-0000-4000-8000-00000000000d"
    static let emil = "00000000-0000-4000-8000-00000000000e"
    static let mona = "00000000-0000-4000-8000-00000000000f"
    private static let open = "00000000-0000-4000-8000-0000000000a3"
    private static let other = "00000000-0000-4000-8000-0000000000a4"
    private static let third = "00000000-0000-4000-8000-0000000000a6"
    private static let crowd = "00000000-0000-4000-8000-0000000000a5"
    private static let first = message(1)
    private static let full = message(2)

    private static func message(_ number: Int) -> String {
        "00000000-0000-4000-8000-0000000001\(number < 10 ? "0" : "")\(number)"
    }

    private static func attempt(_ number: Int) -> String {
        "00000000-0000-4000-8000-0000000002\(number < 10 ? "0" : "")\(number)"
    }

    private static let inGroup = #""conversation":"\#(group)""#
    private static let ofFirst = #""message":"\#(first)""#
    private static let ofFull = #""message":"\#(full)""#

    private static func operates(_ name: String, _ fields: String = "") -> String {
        does(name, as: "operator", fields)
    }

    private static func operatorAsks(_ name: String, _ fields: String = "") -> String {
        asks(name, as: "operator", fields)
    }

    /// Ben says something in the group.
    private static func says(_ id: String, _ fields: String) -> String {
        does("send", as: ben, #"\#(inGroup),"id":"\#(id)",\#(fields)"#)
    }

    static let lines =
        beginning + groups + sending + answering + crowding + looking + own + moderating + keeping
        + consuming + exporting + ending + [operates("keyCopyGone", #""place":"\#(attempt(9))""#)]

    /// Comes before the line that ends a copy of the keys: what begins one is no command.
    static let copying = operates("noteKeyCopy", #""place":"\#(attempt(9))","label":"vault""#)

    /// Examples of lines that need what no line of the story brings: another process, or a position
    /// that the store chooses.
    static let shown = [
        operatorAsks("erasure", #""position":80,"list":"erased","limit":1"#),
        operatorAsks("prove", #""event":80,"under":90"#),
        operatorAsks("prove", #""erasure":80,"under":90"#),
        operatorAsks("prove", #""from":80,"to":90"#),
        asks("asOf", #""position":80,"query":{"ask":"settings"}"#),
        asks("asOf", #""at":1700000000000,"query":{"ask":"settings"}"#),
        operates("rebuildViews", #""progress":true,"id":"\#(attempt(1))""#),
        operates(
            "depositCheckpoint",
            #""id":"\#(attempt(1))","checkpoint":"scrollback/00000000-0000-4000-8000-000000000001\n1\n"#
                + #"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n— example.com/log AAAAAAA=\n""#
        ),
        operates(
            "logLook",
            #""id":"\#(attempt(1))","query":"messages","reason":"a case",\#(inGroup),"user":"\#(ben)","#
                + #"\#(ofFirst),"asUser":"\#(cora)","past":true"#
        ),
        operates(
            "noteExport",
            #""id":"\#(attempt(1))",\#(inGroup),"user":"\#(ben)","from":0,"until":1,"deleted":true,"#
                + #""upTo":1,"looked":1,"reason":"a case","root":"\#(digest)","manifest":"\#(digest)""#
        ),
        operates(
            "noteKeyCopy",
            #""id":"\#(attempt(1))","place":"\#(attempt(9))","label":"vault","upTo":1"#
        ),
    ]

    private static let digest = String(repeating: "0", count: 64)

    private static let beginning = [
        operates(
            "configure",
            #""textLimit":5000,"receipts":"optional","rateLimit":{"messages":900,"seconds":60},"emails":"everyone","#
                + #""limits":{"attachments":10,"audioSeconds":120,"imageBytes":1048576,"members":5000},"looks":"given","#
                + #""id":"\#(attempt(1))""#
        ),
        operates("beginConsumer", #""consumer":"indexer""#),
        operates("beginConsumer", #""consumer":"push""#),
        operates("setRetention", #""kind":"direct","minimum":1,"maximum":3650"#),
        operates("appointModerator", #""user":"\#(mona)""#),
        operates("appointModerator", #""user":"\#(doro)""#),
        operates("dismissModerator", #""user":"\#(doro)""#),
        does(
            "setProfile",
            #""username":"anna","fullName":"Anna A","avatar":"a.png","email":"a@example.org","#
                + #""custom":"{}""#
        ),
        does("setProfile", as: ben, #""username":"ben","avatar":"b.png""#),
        does("setProfile", as: cora, #""username":"cora""#),
        does(
            "setSettings",
            as: cora,
            #""sendReadReceipts":true,"shareTyping":true,"groupAdds":"everyone","#
                + #""notifications":true,"previews":"never","sound":false,"badge":true,"#
                + #""autoDownload":"wifi","saveToPhotos":true,"imageQuality":"low","#
                + #""keepMessages":"forever","sharePresence":true,"vibration":false"#
        ),
        does("addContact", #""user":"\#(ben)""#),
        does("addContact", #""user":"\#(emil)""#),
        asks("contacts", #""limit":1"#),
        does("removeContact", #""user":"\#(emil)""#),
        does("removeContact", #""user":"\#(ben)""#),
        does("block", #""user":"\#(emil)""#),
        does("block", #""user":"\#(mona)""#),
        asks("blocks", #""limit":1"#),
        does("unblock", #""user":"\#(mona)""#),
        does("unblock", #""user":"\#(emil)""#),
        asks("settings", as: cora),
        asks("profile", as: ben, #""user":"\#(anna)""#),
        asks("profiles", as: ben, #""users":["\#(anna)","\#(ben)","\#(mona)"]"#),
        operatorAsks("profiles", #""users":["\#(anna)","\#(anna)"]"#),
        asks("users", #""search":"","limit":1"#),
        asks("users", #""search":"","exclude":["\#(ben)"],"limit":1"#),
    ]

    private static let groups = [
        asks("findDirect", #""with":"\#(ben)""#),
        does("startDirect", #""with":"\#(ben)""#),
        asks("findDirect", #""with":"\#(ben)""#),
        does(
            "createGroup",
            #""id":"\#(group)","title":"Lunch","photo":"p.png","members":["\#(ben)","\#(cora)"],"#
                + #""reactions":"tapback","history":"full","custom":"g""#
        ),
        does("createGroup", #""id":"\#(otherGroup)","members":["\#(ben)","\#(emil)"]"#),
        does(
            "openRequest",
            #""id":"\#(open)","context":{"kind":"ride","id":"7"},"members":["\#(ben)"],"#
                + #""title":"Ride","reactions":"open","history":"sinceJoin","custom":"r""#
        ),
        does(
            "openRequest",
            #""id":"\#(other)","context":{"kind":"trip","id":"8"},"members":["\#(ben)"]"#
        ),
        does(
            "openRequest",
            #""id":"\#(third)","context":{"kind":"ride","id":"7"},"members":["\#(ben)"]"#
        ),
        asks("findByContext", #""kind":"ride","id":"7","limit":1"#),
        asks("findByContext", #""kind":"ride","limit":1"#),
        asks("conversation", #""conversation":"\#(open)""#),
        does("cancelRequest", #""conversation":"\#(open)""#),
        does("completeRequest", #""conversation":"\#(open)""#),
        does("clearContext", #""conversation":"\#(other)""#),
        asks("conversation", #""conversation":"\#(open)""#),
        does("rename", #"\#(inGroup),"title":"Dinner""#),
        does("setPhoto", #"\#(inGroup),"photo":null"#),
        does("setPhoto", #"\#(inGroup),"photo":"q.png""#),
        does(
            "add",
            #"\#(inGroup),"user":"\#(doro)","role":"admin","canAdd":true,"canRemove":true,"#
                + #""canEdit":true,"history":{"since":0}"#
        ),
        does("setNotifications", #"\#(inGroup),"on":false"#),
        operates("passOwnership", #"\#(inGroup),"user":"\#(doro)""#),
        does("passOwnership", as: doro, #"\#(inGroup),"user":"\#(anna)""#),
        operates("rename", #"\#(inGroup),"title":"Supper""#),
        asks("messages", #"\#(inGroup),"limit":1"#),
        asks("conversation", inGroup),
        does("setRole", #"\#(inGroup),"user":"\#(doro)","role":"member""#),
        does(
            "setPermissions",
            #"\#(inGroup),"user":"\#(doro)","canAdd":true,"canRemove":true,"canEdit":true"#
        ),
        does("remove", #"\#(inGroup),"user":"\#(doro)""#),
        does("add", #"\#(inGroup),"user":"\#(emil)""#),
        does("leave", as: emil, inGroup),
        operatorAsks("exports", #""limit":1"#),
        operatorAsks("gauges"),
        operatorAsks("mediaOwed", #""limit":1"#),
        operatorAsks("memberships", #""user":"\#(emil)","limit":1"#),
        asks("members", #"\#(inGroup),"former":true,"limit":2"#),
        asks("members", inGroup),
    ]

    private static let sending = [
        does("send", #"\#(inGroup),"id":"\#(first)","text":"First""#),
        does(
            "send",
            #"\#(inGroup),"id":"\#(full)","text":"See https://example.org @[\#(ben)]","#
                + #""attachments":[{"kind":"image","url":"i","thumbnail":"t","width":3,"#
                + #""height":4,"bytes":5,"name":"n","sha256":"\#(String(repeating: "0f", count: 32))"},"#
                + #"{"kind":"audio","url":"a","seconds":1.5,"waveform":[0,255]}],"#
                + #""location":{"latitude":52.5,"longitude":-13,"name":"n","address":"a"},"#
                + #""replyTo":"\#(first)","broadcast":true,"payment":true,"#
                + #""forwardedFrom":"\#(first)","claimedAt":5,"custom":"m""#
        ),
        says(message(3), #""text":"Yes","replyTo":"\#(first)""#),
        says(message(4), #""text":"@[\#(anna)] @[\#(cora)]","replyTo":"\#(first)""#),
        says(message(5), #""text":"And @[\#(anna)]""#),
        says(message(6), #""text":"Oops""#),
        does("edit", #"\#(ofFirst),"text":"First, corrected","id":"\#(attempt(2))""#),
        does("delete", as: ben, #""message":"\#(message(6))""#),
        does(
            "annotate",
            #"\#(ofFull),"linkPreview":{"url":"https://example.org","title":"t","#
                + #""description":"d","image":"i"},"priority":{"isPriority":true,"reason":"r"}"#
        ),
        asks("message", ofFull),
        asks("rate", as: ben),
        operates(
            "configure",
            #""rateLimit":[{"messages":900,"seconds":60},{"messages":9000,"seconds":3600}]"#
        ),
        operatorAsks("state"),
        asks("history", ofFirst),
        operatorAsks("explain", #"\#(ofFirst),"user":"\#(ben)""#),
        asks("messages", #"\#(inGroup),"limit":3,"deleted":true"#),
        asks("messages", #"\#(inGroup),"around":"\#(first)","limit":3"#),
        asks("messages", #"\#(inGroup),"aroundOrdinal":4,"limit":3"#),
        asks("messages", #"\#(inGroup),"aroundTime":0,"limit":3"#),
        asks("messages", #"\#(inGroup),"before":"\#(full)""#),
        asks("messages", #"\#(inGroup),"after":"\#(full)","deleted":false"#),
        asks("replies", #"\#(ofFirst),"limit":1"#),
        asks("mentions", #""unreadOnly":true,"limit":1"#),
        asks("mentions"),
        asks("media", #"\#(inGroup),"limit":1"#),
        asks("media", #"\#(inGroup),"kind":"link""#),
        asks("media", #"\#(inGroup),"kind":"location""#),
    ]

    private static let answering = [
        does("react", as: ben, #"\#(ofFirst),"reaction":"love""#),
        asks("reactions", ofFirst),
        asks("reactions", #"\#(ofFirst),"reaction":"love""#),
        asks("message", ofFirst),
        does("unreact", as: ben, #"\#(ofFirst),"reaction":"love""#),
        does("toggleReaction", as: ben, #"\#(ofFirst),"reaction":"like","id":"\#(attempt(3))""#),
        does("markDelivered", as: cora, #"\#(inGroup),"upTo":"\#(first)""#),
        asks("receipts", #"\#(ofFirst),"limit":1"#),
        asks("message", ofFirst),
        does("markRead", as: cora, #"\#(inGroup),"upTo":"\#(first)""#),
        does("markRead", as: cora, inGroup),
        does("markUnread", as: cora, #"\#(inGroup),"from":"\#(message(3))""#),
        asks("unread", as: cora, inGroup),
        asks("unread", as: cora),
    ]

    /// Three people put more kinds of reactions on a message than it shows.
    private static let crowding = [
        does(
            "createGroup",
            #""id":"\#(crowd)","members":["\#(ben)","\#(cora)"],"reactions":"open""#
        ),
        does("send", #""conversation":"\#(crowd)","id":"\#(message(7))","text":"Party""#),
        asks("unread", as: cora, #""limit":1"#),
        reacts(anna, 0..<20), reacts(ben, 20..<40), reacts(cora, 40..<51),
        asks("message", #""message":"\#(message(7))""#),
        asks("reactions", #""message":"\#(message(7))","limit":50"#),
    ]

    private static func reacts(_ user: String, _ kinds: Range<UInt32>) -> String {
        let commands = kinds.map { kind in
            let emoji = Unicode.Scalar(0x1F600 + kind).map(String.init) ?? ""
            return #"{"do":"react","message":"\#(message(7))","reaction":"\#(emoji)"}"#
        }
        return does("all", as: user, #""commands":[\#(commands.joined(separator: ","))]"#)
    }

    private static let looking = [
        asks("conversations", #""filter":"all","limit":1,"previewLength":5"#),
        asks("conversations", as: ben, #""search":"supper""#),
        asks("conversations", #""kind":"group","with":"\#(ben)","limit":1"#),
        asks("conversations", as: emil, #""filter":"former""#),
        asks("mayI", #""action":"add",\#(inGroup),"user":"\#(mona)""#),
        asks("mayI", as: ben, #""action":"delete",\#(ofFirst)"#),
        asks("outcome", #""id":"\#(attempt(2))""#),
        asks("outcome", #""id":"\#(attempt(99))""#),
        does("presence", as: ben, #""state":"online","device":"phone""#),
        asks("presence", #""users":["\#(ben)","\#(mona)"]"#),
        asks("profile", #""user":"\#(ben)""#),
        asks("members", inGroup),
        does("presence", as: ben, #""state":"offline""#),
        does("typing", as: ben, #"\#(inGroup),"on":true"#),
        asks("typing", inGroup),
        asks("typing", as: ben, inGroup),
    ]

    private static let own = [
        does("mute", as: ben, #"\#(inGroup),"until":9000000000000"#),
        asks("conversation", as: ben, inGroup),
        asks("conversations", as: ben),
        does("unmute", as: ben, inGroup),
        does("pin", as: ben, inGroup),
        does("unpin", as: ben, inGroup),
        does("archive", as: ben, inGroup),
        does("unarchive", as: ben, inGroup),
        does("hide", as: ben, inGroup),
        does("unhide", as: ben, inGroup),
        does("clearHistory", as: emil, #""conversation":"\#(otherGroup)""#),
        does("clearAll", as: emil),
        does("recordCustom", as: ben, #""type":"note.made",\#(inGroup),"data":"d""#),
        does("recordCustom", #""type":"note.made","data":"of the store""#),
        does(
            "all",
            #""commands":[{"do":"pin",\#(inGroup)},{"do":"send",\#(inGroup),"text":"Both"}],"#
                + #""id":"\#(attempt(4))""#
        ),
    ]

    private static let moderating = [
        does(
            "report",
            as: cora,
            #""id":"\#(attempt(5))","message":"\#(message(5))","reason":"spam","details":"d""#
        ),
        does("report", as: cora, #"\#(inGroup),"reason":"other""#),
        does("report", as: cora, #""user":"\#(emil)","reason":"scam""#),
        does("report", as: cora, #""id":"\#(attempt(6))","user":"\#(emil)","reason":"scam""#),
        does(
            "resolveReport",
            as: mona,
            #""report":"\#(attempt(6))","action":"suspend","until":9000000000000,"note":"n""#
        ),
        asks("changes", as: emil, #""since":0"#),
        asks("standing", as: emil),
        asks("standing", as: mona, #""user":"\#(emil)""#),
        does("report", as: cora, #""id":"\#(attempt(8))",\#(ofFull),"reason":"spam""#),
        asks("report", as: mona, #""report":"\#(attempt(8))""#),
        asks("report", as: mona, #""report":"\#(attempt(6))""#),
        asks("changes", as: mona, #""since":0,"limit":500"#),
        asks("reports", as: mona, #""user":"\#(emil)","limit":1"#),
        does("resolveReport", as: mona, #""report":"\#(attempt(5))","action":"dismiss""#),
        asks("reports", as: mona, #""limit":2"#),
        asks("reports", as: mona, #""status":"dismissed""#),
        does("reinstate", as: mona, #""user":"\#(emil)""#),
        // Before what they hold is erased.
        asks("changes", as: ben, #""since":0,"limit":500"#),
    ]

    private static let keeping = [
        operates(
            "placeHold",
            #""id":"\#(attempt(7))","matter":"m",\#(inGroup),"user":"\#(anna)","#
                + #""from":0,"until":9000000000000"#
        ),
        operates("erase", #"\#(ofFirst),"basis":"b","reason":"r","forwards":true,"dryRun":true"#),
        operates("erase", #"\#(ofFirst),"basis":"b","reason":"r""#),
        operates("erase", #""user":"\#(anna)","basis":"b","reason":"r""#),
        operates("erase", #"\#(inGroup),"basis":"b","reason":"r""#),
        operatorAsks("state"),
        operates("forgetUser", #""user":"\#(anna)","basis":"b","dryRun":true"#),
        operates("forgetUser", #""user":"\#(anna)","basis":"b""#),
        // What goes in the next thirty days.
        does("send", as: ben, #""conversation":"\#(crowd)","text":"So long""#),
        operates("setRetention", #"\#(inGroup),"minimum":null,"maximum":29"#),
        operates("setRetention", #""conversation":"\#(crowd)","minimum":1,"maximum":29"#),
        operates("runRetention", #""dryRun":true"#),
        operates("releaseHold", #""hold":"\#(attempt(7))","dryRun":true"#),
        operates("releaseHold", #""hold":"\#(attempt(7))""#),
        operates("runRetention"),
        operatorAsks("state"),
        operatorAsks("mediaOwed"),
        operates("acknowledgeMedia", #""mark":1"#),
    ]

    private static let exported = "00000000-0000-0000-0000-000000000002"

    private static let exporting = [
        operates("beginExport", #""deleted":true,"reason":"a case""#),
        operates("beginExport", #"\#(inGroup),"reason":"a case""#),
        operates("beginExport", #""user":"\#(anna)""#),
        operates("beginExport", #""from":1000,"until":4102444800000"#),
        operatorAsks("exportJobs", #""limit":2"#),
        operatorAsks("exportJob", #""export":"\#(exported)""#),
        operates("endExport", #""export":"\#(exported)""#),
    ]

    private static let consuming = [
        operates("acknowledgeConsumer", #""consumer":"indexer","position":1"#),
        operatorAsks("consumers", #""limit":1"#),
        operatorAsks("consumers", #""webhooks":true"#),
        operates("retryWebhook", #""webhook":"push""#),
        operates("dropWebhook", #""webhook":"push""#),
        operates("removeConsumer", #""consumer":"indexer""#),
    ]

    private static let ending = [
        asks("messages", inGroup),
        asks("changes", #""since":0,"limit":500"#),
        asks("changes", as: ben, #""since":0,"limit":500"#),
        asks("changes", as: ben, #""since":0,"limit":1,\#(inGroup)"#),
        asks("changes", as: cora, #""since":0,"limit":500"#),
        operatorAsks("metrics"),
        operatorAsks("metrics", #""from":0,"until":9000000000000"#),
        operatorAsks("events", #""from":1,"until":400,"limit":500,"content":true"#),
        operatorAsks("events", #"\#(inGroup),"type":"messageSent","limit":1"#),
        operatorAsks("events", #""user":"\#(ben)","fromTime":0,"untilTime":9000000000000"#),
        operatorAsks("events", #""actor":"\#(ben)",\#(ofFull),"types":["messageSent"]"#),
        operatorAsks("events", #""stream":"store","limit":5"#),
        operatorAsks("events", #""stream":"\#(ben)","limit":5"#),
        operatorAsks("views"),
        operatorAsks("checkpoint"),
        operatorAsks("histogram"),
        operatorAsks(
            "histogram",
            #"\#(inGroup),"user":"\#(ben)","type":"messageSent","from":0,"until":9000000000000,"#
                + #""buckets":3"#
        ),
        operatorAsks("notificationPlan", #""position":2,"limit":1"#),
    ]
}
