internal import Wire

/// The plan of an erasure while it is being made, window by window.
package struct ErasureSurvey: Sendable {
    private var walk = ErasureWalk()
    private var plan: ErasurePlan
    private var isOfOneWindow = true

    init(of scope: ErasureScope, on facts: borrowing some Facts & ~Copyable) {
        plan = ErasurePlan(of: scope, on: facts)
    }

    /// Reads the next window of an interrupted survey, or begins one.
    ///
    /// Erasable contents are counted as they were when their window was read; the slice is decided
    /// at the end.
    ///
    /// - Returns: the plan, once it is complete; else the survey is stored for the next call.
    package static func readOn(
        _ survey: inout ErasureSurvey?,
        of scope: ErasureScope,
        on facts: borrowing some Facts & ~Copyable
    ) -> ErasurePlan? {
        var current = survey.take() ?? ErasureSurvey(of: scope, on: facts)
        if !current.plan.agrees(with: scope, on: facts) {
            current = ErasureSurvey(of: scope, on: facts)
        }
        guard current.walk.readOn(scope, .window, into: &current.plan, on: facts) else {
            current.isOfOneWindow = false
            survey = current
            return nil
        }
        if !current.isOfOneWindow {
            var slice = ErasurePlan(of: scope, on: facts)
            slice.addSlice(of: current.plan, on: facts)
            current.plan.takeSlice(of: slice)
        }
        return current.plan
    }
}

extension Facts where Self: ~Copyable {
    /// The plan of an erasure, made at once.
    package func plan(of scope: ErasureScope) -> ErasurePlan? {
        var survey: ErasureSurvey?
        while true {
            if let plan = ErasureSurvey.readOn(&survey, of: scope, on: self) { return plan }
        }
    }
}
