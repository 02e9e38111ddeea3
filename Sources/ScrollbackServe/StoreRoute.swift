internal import HTTPServing
internal import Messaging
internal import ScrollbackConsole
package import ScrollbackJSON

/// What a path asks for.
enum StoreRoute {
    case alive
    case ready
    case metrics
    case openAPI
    case line(RequestLine)
    case revocation
    case changes
    /// The list of consumers; what is done with them are lines.
    case consumers
    case exports(ExportRoute)
    case console(ConsoleFile)
    case consoleFolder

    /// The route of a path, which is neither decoded nor tidied; nil for none.
    init?(_ path: Substring) {
        if let line = Self.lines[path] {
            self = .line(line)
            return
        }
        switch path {
        case "/healthz": self = .alive
        case "/readyz": self = .ready
        case "/v1/tokens/revoke": self = .revocation
        case "/metrics": self = .metrics
        case "/openapi.json": self = .openAPI
        case Self.consumersPath[...]: self = .consumers
        case ChangesRequest.path[...]: self = .changes
        case "/console/": self = .consoleFolder
        default:
            if let file = ConsoleFile.at(path) {
                self = .console(file)
                return
            }
            if let route = ExportRoute(path) {
                self = .exports(route)
                return
            }
            return nil
        }
    }

    /// The routes of commands, tasks and queries, by their paths.
    private static let lines: [Substring: RequestLine] = {
        let commands = CommandName.allCases.map(\.rawValue)
        let queries = QueryName.allCases.map(\.rawValue) + [past]
        let routes =
            commands.map { ("/v1/commands/\($0)"[...], RequestLine(kind: .command, name: $0)) }
            + queries.map { ("/v1/queries/\($0)"[...], RequestLine(kind: .query, name: $0)) }
            + StoreTaskName.ofClients.map { task in
                // At a path of its own nobody else asks.
                let isOperators = !task.path.hasPrefix("/v1/commands/")
                return (
                    task.path[...],
                    RequestLine(kind: .command, name: task.rawValue, isOperators: isOperators)
                )
            }
        return Dictionary(routes) { first, _ in first }
    }()

    static let consumersPath = "/v1/consumers"

    private static let past = "asOf"

    /// Whether anyone may ask.
    var isOpen: Bool {
        switch self {
        case .alive, .ready, .openAPI, .console, .consoleFolder: true
        // Its ticket is looked at when it is used up.
        case .exports(.download): true
        case .metrics, .line, .revocation, .changes, .consumers, .exports: false
        }
    }

    /// Whether something may stand behind a question mark.
    var takesQuery: Bool {
        switch self {
        case .changes, .exports(.download): true
        default: false
        }
    }

    /// The path as logs and numbers have it, without an id.
    func template(of path: Substring) -> String {
        if case .exports(let route) = self { route.template } else { String(path) }
    }
}

extension StoreTaskName {
    /// The path at which it is sent.
    package var path: String {
        switch self {
        case .beginConsumer: "\(StoreRoute.consumersPath)/begin"
        case .acknowledgeConsumer: "\(StoreRoute.consumersPath)/acknowledge"
        case .removeConsumer: "\(StoreRoute.consumersPath)/remove"
        case .retryWebhook: "/v1/webhooks/retry"
        case .dropWebhook: "/v1/webhooks/drop"
        case .depositCheckpoint, .beginExport, .endExport, .rebuildViews, .logLook, .noteExport,
            .noteKeyCopy:
            "/v1/commands/\(rawValue)"
        }
    }
}
