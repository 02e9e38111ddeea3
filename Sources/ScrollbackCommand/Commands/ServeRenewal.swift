import HTTPServing
import Scrollback
import ScrollbackServe

/// What a server reads again at SIGHUP: each file alone, so that a wrong one keeps no other.
struct ServeRenewal {
    let arguments: Arguments
    let limits: ServingLimits
    let store: Store
    let server: StoreServer
    /// Those of the beginning; a server without keys gets none later.
    let credentials: Credentials
    let files: CertificateFiles?
    let certificate: TLSCertificate?
    let webhooks: Webhooks?
    let log: AccessLog?

    func run() {
        renew("The keys were read again.", "The former keys stay.") {
            () throws(CommandFailure) in
            guard !credentials.isEmpty else { return false }
            server.use(try Serve.credentials(arguments, store))
            return true
        }
        renew("The certificate was read again.", "The former certificate stays.") {
            () throws(CommandFailure) in
            guard let files, let certificate else { return false }
            try files.renew(certificate)
            return true
        }
        renew("The webhooks were read again.", "The former webhooks stay.") {
            () throws(CommandFailure) in
            guard let webhooks, let list = try Serve.webhookList(arguments, limits) else {
                return false
            }
            do throws(Webhooks.Fault) {
                try webhooks.use(list)
            } catch {
                throw .failure("noWebhooks", "\(error)")
            }
            return true
        }
        renew("The access log was opened again.", "The former access log stays.") {
            () throws(CommandFailure) in
            guard let log else { return false }
            do throws(AccessLog.Fault) {
                try log.reopen()
            } catch {
                throw .failure("noAccessLog", "\(error)")
            }
            return true
        }
    }

    /// Reads something again, and says whether that worked; `read` returns false for nothing to
    /// read.
    private func renew(
        _ done: String,
        _ failed: String,
        _ read: () throws(CommandFailure) -> Bool
    ) {
        do throws(CommandFailure) {
            if try read() { complain(done) }
        } catch {
            complain("\(error.message) \(failed)")
        }
    }
}
