package import Wire

extension Timestamp {
    private static let day: Int64 = 86_400_000_000

    /// The moment so many days before, or the first there is.
    package func earlier(byDays days: Int64) -> Timestamp {
        let (length, isTooLong) = days.multipliedReportingOverflow(by: Self.day)
        let (moment, isTooEarly) = microseconds.subtractingReportingOverflow(length)
        return Timestamp(microseconds: isTooLong || isTooEarly ? .min : moment)
    }

    /// The moment so many days after, or the last there is.
    package func later(byDays days: Int64) -> Timestamp {
        let (length, isTooLong) = days.multipliedReportingOverflow(by: Self.day)
        let (moment, isTooLate) = microseconds.addingReportingOverflow(length)
        return Timestamp(microseconds: isTooLong || isTooLate ? .max : moment)
    }
}
