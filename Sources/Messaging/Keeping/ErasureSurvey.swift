internal import Wire

/// The plan of an erasure while it is being made, window by window.
package struct ErasureSurvey: Sendable {
    private var walk = ErasureWalk()
    private var plan: ErasurePlan
    private var isOfOneWindow = true

    init(of scope: ErasureScope, on facts: borrowing some Facts & ~Copyable) {
        plan = ErasurePlan(of: scope, on: facts)
    }

    /// Reads the next window of a survey that was left before, or begins one.
    ///
    /// What may go is counted as it stood when its window was read; what is carried out with the
    /// plan is decided at the end.
    ///
    /// - Returns: the plan, once it is whole; else the survey is left where it was given.
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
