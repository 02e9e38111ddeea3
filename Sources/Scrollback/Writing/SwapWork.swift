internal import EventLog
internal import Projections
internal import Views
internal import Wire

/// A generation of the views that has almost come to the end of the log, and waits in line for the
/// writer to use it in the place of the present one.
final class SwapWork: Work, @unchecked Sendable {
    // Sendable: handed from the folding thread to the queue to the writer's, never shared.

    private var writer: ViewsWriter?
    private let views: Views<BuiltInProjectors>
    private let comparison: RebuildReport.Comparison
    private let end: Rebuilding.Finish
    private var result: Result<RebuildReport, RebuildError> = .failure(.closed)

    init(
        _ writer: consuming ViewsWriter,
        of views: Views<BuiltInProjectors>,
        _ comparison: RebuildReport.Comparison,
        _ end: @escaping Rebuilding.Finish
    ) {
        self.writer = consume writer
        self.views = views
        self.comparison = comparison
        self.end = end
    }

    func perform(on facts: inout CurrentFacts) -> WorkResult {
        guard let next = writer.take() else { return .done }
        facts.forgetKnown()
        do throws(ViewsError) {
            guard try views.replace(&facts.views, with: next) else {
                result = .failure(.overtaken)
                return .done
            }
        } catch {
            result = .failure(RebuildError(error))
            return .done
        }
        result = .success(
            RebuildReport(position: facts.views.position, comparison: comparison)
        )
        return .viewsReplaced
    }

    func finish(_ failure: WriteFailure?) {
        if let writer = writer.take() { views.discard(writer) }
        switch failure {
        case nil: end(result)
        case .storageFull, .voided: end(.failure(.storageFull))
        case .stopped, .outcomeUnknown: end(.failure(.stopped))
        case .closed: end(.failure(.closed))
        // The clock is none of its business.
        case .overloaded, .viewsUnavailable, .tooLarge, .failed, .clockNotAccepted,
            .journalUnavailable:
            end(.failure(.overloaded))
        }
    }
}
