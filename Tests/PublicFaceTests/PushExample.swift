import Scrollback

// The example of docs/devices.md, line by line; `ReadmeTests` compares the two.
/// What the embedder knows of a device.
struct Device {
    var token: String
}

/// Sends a push for every event after a position, and returns where to go on.
func push(
    from store: Store,
    after position: Position,
    devices: (UserID) async throws -> [Device],
    send: (NotificationItem, Device) async throws -> Void
) async throws -> Position {
    var known = position
    while let newest = try await store.position(after: known, epoch: store.epoch) {
        while known < newest {
            known = known.next
            var page = try store.operator.notificationPlan(at: known, epoch: store.epoch)
            while true {
                for item in page.items {
                    for device in try await devices(item.user) { try await send(item, device) }
                }
                guard let next = page.next else { break }
                page = try store.operator.notificationPlan(
                    at: known,
                    epoch: store.epoch,
                    from: next
                )
            }
        }
    }
    return known
}
