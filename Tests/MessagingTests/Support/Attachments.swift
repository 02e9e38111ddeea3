import Messaging

let rome = Location(latitude: 41.9, longitude: 12.5, name: "Rome")

func image(_ change: (inout Messaging.Attachment) -> Void = { _ in }) -> Messaging.Attachment {
    attachment(Messaging.Attachment(kind: .image, url: "photos/1.jpg"), change)
}

func audio(seconds: Double?, _ change: (inout Messaging.Attachment) -> Void = { _ in })
    -> Messaging.Attachment
{
    attachment(Messaging.Attachment(kind: .audio, url: "voice/1.m4a", seconds: seconds), change)
}

func file(_ change: (inout Messaging.Attachment) -> Void = { _ in }) -> Messaging.Attachment {
    attachment(Messaging.Attachment(kind: .file, url: "files/1.pdf"), change)
}

private func attachment(
    _ attachment: Messaging.Attachment,
    _ change: (inout Messaging.Attachment) -> Void
) -> Messaging.Attachment {
    var attachment = attachment
    change(&attachment)
    return attachment
}
