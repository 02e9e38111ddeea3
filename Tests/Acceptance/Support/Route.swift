import TestSupport

/// The ways in which a backend of one of the five systems may reach its log.
///
/// Every row is told once and taken over all: what holds for a backend in Swift holds for one in any
/// other language, and for one elsewhere.
enum Route: String, CaseIterable, Sendable {
    /// `import Scrollback`.
    case swift
    /// The built command, spoken to in lines of JSON.
    case pipe
    /// The built server, by requests that this package writes byte by byte.
    case http
    /// The built server, by the client for Python; what watches follows.
    case python

    /// All that can be taken here; a test says where the client for Python cannot.
    static let allCases: [Route] = {
        let hasPython = (try? NeededTool.clientPython.isToBeUsed()) ?? false
        return [.swift, .pipe, .http] + (hasPython ? [.python] : [])
    }()

    /// A new store, and a clock that stands at nine o'clock of a Monday.
    func open() throws -> any Backend {
        switch self {
        case .swift: try SwiftBackend(at: Place())
        case .pipe: try PipeBackend(at: Place())
        case .http: try PipeBackend(at: Place()) { try RequestCarrier($0) }
        case .python: try PipeBackend(at: Place()) { try PythonCarrier($0) }
        }
    }
}

/// A backend over one store: what the five systems do and ask, in the plainest values.
///
/// Ids are lower-case UUIDs and times milliseconds, so that both routes can be told and compared.
protocol Backend: AnyObject {
    var place: Place { get }
    var clock: StoryClock { get }

    /// Has wishes carried out that came at the same moment; what each led to, in the given order.
    func perform(_ wishes: [Wish]) async throws -> [Result<Done, Refused>]

    func conversations(_ filter: String, search: String?, of user: String) throws -> [Row]
    func conversation(_ id: String, for user: String) throws -> Portrait
    func messages(in id: String, _ window: Window, for user: String) throws -> EntryPage
    func message(_ id: String, for user: String) throws -> Entry
    func earlierTexts(of message: String, for user: String) throws -> [String]
    func receipts(of message: String, for user: String) throws -> Receipts
    func reactions(on message: String, for user: String) throws -> [Reactors]
    func unread(in id: String, for user: String) throws -> Int
    func totals(for user: String) throws -> Totals
    func members(of id: String, for user: String) throws -> [Member]
    func profile(of other: String, for user: String) throws -> Profile
    func people(_ search: String, except others: [String], for user: String) throws -> [Profile]
    func typing(in id: String, for user: String) throws -> Typists
    /// Whether users are online, each in the order asked; nil where that is not shown.
    func presence(of users: [String], for user: String) throws -> [Seen?]
    func privacy(of user: String) throws -> Privacy
    func mentions(of user: String) throws -> [Entry]
    func reports(for moderator: String) throws -> [Report]
    /// Why somebody may not do something now; nil if they may.
    func objection(to action: String, in id: String, with other: String?, by user: String) throws
        -> String?
    func changes(since position: Int, in id: String?, limit: Int?, for user: String) throws
        -> ChangeList
    /// Opens a screen that is told of every change behind a position.
    func watch(since position: Int, in id: String?, for user: String) throws -> any Watcher
    /// Who is told of the event at a position by a push.
    func pushes(at position: Int) throws -> [Push]

    func close() throws
    func reopen() throws
    /// Is killed while it has messages of somebody to send, as soon as some are acknowledged; a
    /// new one opens what that leaves behind. The ids of the acknowledged ones.
    func dieWhileSending(_ drafts: [Draft], by user: String, acknowledging count: Int) async throws
        -> Set<String>
    /// The memory that the process holds, without what it shares with files.
    func residentBytes() throws -> Int
}
