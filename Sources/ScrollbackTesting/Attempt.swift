public import Scrollback

/// The result of the step that a test is about.
public struct Attempt<Value: Sendable>: Sendable {
    /// The value or the error of the step.
    public let result: Result<Value, StoreError>

    /// The value of the step; nil if it was refused.
    public var value: Value? { try? result.get() }

    /// The code with which the step was refused; nil if it was not.
    public var refusal: StoreError.Code? {
        if case .failure(let error) = result { error.code } else { nil }
    }
}

extension TestStore {
    /// Does the steps that the test rests on, and moves the clock by a second.
    ///
    /// - Throws: what the steps throw; the test cannot go on then.
    @discardableResult
    public func given<Value: Sendable>(
        _ steps: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let value = try await steps()
        clock.advance(by: .seconds(1))
        return value
    }

    /// Does the step that the test is about; it may be refused.
    public func when<Value: Sendable>(
        _ step: () async throws(StoreError) -> Value
    ) async -> Attempt<Value> {
        do throws(StoreError) {
            return Attempt(result: .success(try await step()))
        } catch {
            return Attempt(result: .failure(error))
        }
    }

    /// Checks the state that the step left.
    ///
    /// - Throws: what the checks throw.
    public func then(_ checks: () throws -> Void) rethrows { try checks() }
}
