internal import HTTPServing
internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import Wire

// Who asks: the caller of a request, and how a stranger is refused.

extension StoreHandler {
    /// What is known of a request whose head was admitted.
    final class Admitted: HTTPAdmitted {
        let route: StoreRoute
        /// Who asks; nil for one who shows no key, where anyone may ask.
        let caller: Caller?

        init(_ route: StoreRoute, of caller: Caller?) {
            self.route = route
            self.caller = caller
        }

        var isKnown: Bool { caller != nil }
        var owner: String? {
            // In one expression the optimizer of Swift 6.3 fails.
            guard let user = caller?.user else { return nil }
            return user.description
        }
    }

    /// The caller of a request whose head was admitted, if what it shows is good still.
    func caller(of request: HTTPRequest) throws(Doorkeeper.Stranger) -> Caller {
        guard let known = (request.admitted as? Admitted)?.caller, door.admits(known) else {
            return try caller(of: request.head)
        }
        return known
    }

    func caller(of head: HTTPHead) throws(Doorkeeper.Stranger) -> Caller {
        if let process = Caller(operatorOf: head, admission) { return process }
        return try door.caller(showing: bearer(head))
    }

    /// The seal of the positions that a caller knows; nil where they are numbers.
    func seal(for caller: Caller) -> ViewerSeal? {
        caller.user.flatMap { door.seal(for: $0, in: asker.store.epoch) }
    }

    /// The key that a request shows, under a scheme whose name is written in any case.
    private func bearer(_ head: HTTPHead) -> String? {
        guard let text = head["authorization"] else { return nil }
        let words = text.utf8.split(separator: UInt8(ascii: " "))
        guard words.count == 2, Substring(words[0]).lowercased() == "bearer" else { return nil }
        return String(Substring(words[1]))
    }

    func refuse(_ stranger: Doorkeeper.Stranger, _ head: HTTPHead) -> HTTPResponse {
        guard head["authorization"] != nil else {
            return .unauthorized("A key is needed: Authorization: Bearer KEY.", hadKey: false)
        }
        // Who shows a token that was good once tries no keys.
        switch stranger {
        case .over(.expired): return .unauthorized("The token has expired.", hadKey: true)
        case .over: return .unauthorized("The user's tokens were revoked.", hadKey: true)
        case .nothingShown, .unknown: break
        }
        return tooManyAttempts(head)
            ?? .unauthorized("This is no key or token of the server's.", hadKey: true)
    }

    /// Refuses what a caller asks, before the store was asked.
    func refuse(
        _ error: ErrorForm,
        _ caller: Caller,
        _ head: HTTPHead
    ) -> HTTPResponse {
        let response = HTTPResponse(error, under: seal(for: caller))
        let lacksRight = error.code == .permissionDenied && caller.counts(head, exposure)
        return lacksRight ? response.challengingForRights() : response
    }

    /// Counts a wrong key or ticket; a response says that there were too many from its address.
    func tooManyAttempts(_ head: HTTPHead) -> HTTPResponse? {
        guard let wait = attempts.note(exposure.client(of: head)) else { return nil }
        return HTTPResponse(
            ErrorForm(
                .rateLimited,
                "Too many wrong keys from this address; wait a little.",
                retryAfterMilliseconds: wait.components.seconds * 1_000
            )
        )
    }
}

extension HTTPExchange {
    /// Has the request answered for its caller, or refuses it at once.
    func answerLater(
        to request: HTTPRequest,
        _ handler: StoreHandler,
        _ answer: (Caller) throws(ErrorForm) -> Void
    ) {
        let caller: Caller
        do throws(Doorkeeper.Stranger) {
            caller = try handler.caller(of: request)
        } catch {
            // What it shows has ended since its head was admitted.
            return respond(handler.refuse(error, request.head))
        }
        do throws(ErrorForm) {
            try answer(caller)
        } catch {
            respond(handler.refuse(error, caller, request.head))
        }
    }
}
