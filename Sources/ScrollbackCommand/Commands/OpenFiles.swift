import Glibc
import HTTPServing
import ScrollbackServe

/// How many files the process may have open; each connection is one of them.
enum OpenFiles {
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    /// What a server has open beside its connections: the store's files, exports, webhooks.
    private static let others = 512

    /// Raises the soft limit as far as the connections at some places need and the hard limit allows.
    ///
    /// If that is too little, it lowers the number of connections: else clients without a key could
    /// take the descriptors that the store and other clients need.
    ///
    /// - Returns: A message for the operator if the number was lowered; else nil.
    static func makeRoom(for limits: inout ServingLimits, places: Int) -> String? {
        let wanted = limits.http.connections
        let needed = places * wanted + others
        var limit = rlimit()
        getrlimit(resource, &limit)
        guard limit.rlim_cur < rlim_t(needed) else { return nil }
        var raised = limit
        raised.rlim_cur = min(limit.rlim_max, rlim_t(needed))
        if setrlimit(resource, &raised) == 0 { limit = raised }
        let allowed = Int(limit.rlim_cur)
        guard allowed < needed else { return nil }
        let connections = max(1, (allowed - min(others, allowed / 2)) / places)
        limits.http.connections = connections
        return "The system allows \(allowed) open files, so --connections is \(connections), not "
            + "\(wanted). Raise the hard limit to \(needed): ulimit -Hn, or LimitNOFILE= of systemd."
    }
}
