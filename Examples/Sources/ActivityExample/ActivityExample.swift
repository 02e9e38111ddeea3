import Scrollback

/// Two people talk, the application gives points, and the view is counted again from the log.
@main
struct ActivityExample {
    static func main() async throws {
        var options = Store.Options()
        options.projectors = [Activity()]
        let store = try Store.temporary(options: options)
        defer { store.close() }

        let (annID, benID) = (UserID.fresh(), UserID.fresh())
        let ann = store.session(for: annID)
        let ben = store.session(for: benID)
        let chat = try await ann.startDirect(with: benID)
        for text in ["Are you there?", "I have two tickets.", "For tonight."] {
            try await ann.send(text, to: chat)
        }
        try await ben.send("Yes!", to: chat)
        try await ann.recordCustom("points.daily", data: "streak", in: chat)

        for (name, user) in [("ann", annID), ("ben", benID)] {
            for day in try Activity.days(of: user, in: store) {
                print("\(name): \(day.messages) messages, \(day.points) points")
            }
        }

        let report = try await store.rebuildViews(comparing: true)
        print("rebuilt up to \(report.position): \(report.comparison)")
        if let difference = try store.differenceFromRecount() {
            print("differs: \(difference)")
        }

        // Nobody has taught the view what these points are: it stops there, and nothing else does.
        try await ann.recordCustom("points.weekly", data: "streak", in: chat)
        for view in try store.customViews() {
            if case .faulted(let position, let error)? = view.condition {
                print("\(view.name) could not fold the event at \(position): \(error)")
            }
        }
    }
}
