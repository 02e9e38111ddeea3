package import Messaging
internal import Projections
internal import Views
internal import Wire

extension ReadingFacts where Self: ~Copyable {
    private func user(_ user: UserID) -> UserRow? {
        look { (views, _) throws(ViewsError) in
            try projectors.users.row(of: user.rawValue, in: views)
        }
    }

    package func settings(of user: UserID) -> Settings { self.user(user)?.settings ?? Settings() }

    package func standing(of user: UserID) -> Standing { self.user(user)?.standing ?? .good }

    package func isModerator(_ user: UserID) -> Bool { self.user(user)?.isModerator ?? false }

    package func profile(of user: UserID) -> ProfileContent? {
        guard let position = self.user(user)?.profile else { return nil }
        return content(at: position) { event in
            guard case .profileSet(_, let content) = event else { return nil }
            return content
        }
    }

    package func isContact(_ user: UserID, of owner: UserID) -> Bool {
        holds(.contact, of: owner, to: user)
    }

    package func isBlocked(_ user: UserID, by owner: UserID) -> Bool {
        holds(.blocked, of: owner, to: user)
    }

    private func holds(_ kind: Relations.Kind, of owner: UserID, to other: UserID) -> Bool {
        look { (views, _) throws(ViewsError) in
            try projectors.relations.holds(
                kind,
                of: owner.rawValue,
                to: other.rawValue,
                in: views
            )
        } ?? false
    }
}
