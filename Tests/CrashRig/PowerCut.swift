internal import TestSupport

/// Cuts the power at many moments of a recorded run, in many ways, and has every outcome checked.
package struct PowerCut {
    package struct Finding: Sendable, CustomStringConvertible {
        package let entry: Int
        package let survival: Survival
        package let what: String
        package let isAfterCreation: Bool

        package var description: String {
            "after entry \(entry), \(survival): \(what)"
        }
    }

    package struct Report: Sendable, CustomStringConvertible {
        package var imageCount = 0
        package var findings: [Finding] = []
        package var seed: UInt64
        package var seconds = 0.0

        package var badCount: Int { findings.count }

        package var description: String {
            let rate = Int(Double(imageCount) / max(seconds, 0.001))
            let words = findings.prefix(5).map { "\n  \($0)" }.joined()
            return
                "\(imageCount) different images, \(findings.count) bad, "
                + "\(rate) images/s, seed \(seed)" + words
        }
    }

    private struct Moment {
        let entry: Int
        let survival: Survival
    }

    private let trace: Trace
    private let rootPath: String
    private let rule: Disk.NameRule
    private let seed: UInt64

    /// - Parameters:
    ///   - trace: What the worker did from an empty folder on.
    ///   - rootPath: The folder that was recorded.
    ///   - rule: What the filesystem promises of names.
    ///   - seed: What all dice are thrown with.
    package init(_ trace: Trace, rootPath: String, rule: Disk.NameRule = .posix, seed: UInt64) {
        self.trace = trace
        self.rootPath = rootPath
        self.rule = rule
        self.seed = seed
    }

    /// How the files that the worker left differ from those that the trace makes, if they do.
    ///
    /// A write that went past the recorder shows here; without this the rig could be blind.
    package func blindSpot() throws(RigError) -> String? {
        var disk = Disk(rootPath: rootPath, rule: rule)
        for entry in trace.entries { try disk.apply(entry, of: trace) }
        var dice = SplitMix64(seed: seed)
        let image = CrashImage(of: disk, Survivors(.everything, on: disk, using: &dice))
        return image.difference(from: rootPath) { $0.hasSuffix("lock") }
    }

    /// Builds and checks about so many images, no two of them the same.
    package func run(
        images: Int,
        with checkers: [Checker],
        boot: Boot = .third,
        in scratch: Scratch
    ) throws(RigError) -> Report {
        let clock = ContinuousClock()
        let start = clock.now
        var report = Report(seed: seed)
        var dice = SplitMix64(seed: seed)
        // Many of the dice fall on an image that was there before.
        var plan = plan(images * 7 / 4, using: &dice)[...]
        var disk = Disk(rootPath: rootPath, rule: rule)
        var acknowledged: [UInt8] = []
        var seen: Set<UInt64> = []
        var asked: [(moment: Moment, path: String, isAfterCreation: Bool)?] =
            checkers.map { _ in nil }

        func collect(_ lane: Int) throws(RigError) {
            guard let question = asked[lane] else { return }
            asked[lane] = nil
            if case .bad(let what) = try checkers[lane].answer() {
                report.findings.append(
                    Finding(
                        entry: question.moment.entry,
                        survival: question.moment.survival,
                        what: what,
                        isAfterCreation: question.isAfterCreation
                    )
                )
                if scratch.isKept { return }
            }
            removeTree(question.path)
        }

        for (index, entry) in trace.entries.enumerated() {
            try disk.apply(entry, of: trace)
            if case .acknowledged(let bytes) = entry { acknowledged += trace.bytes[bytes] }
            while let moment = plan.first, moment.entry == index {
                plan.removeFirst()
                let survivors = Survivors(moment.survival, on: disk, using: &dice)
                let image = CrashImage(of: disk, survivors)
                let fingerprint = SplitMix64.mix(image.fingerprint, UInt64(acknowledged.count))
                guard seen.insert(fingerprint).inserted else { continue }
                let lane = report.imageCount % checkers.count
                let path = "\(scratch.path)/image-\(report.imageCount)"
                try FileSystem.makeFolder(path)
                try image.write(to: "\(path)/files")
                try FileSystem.write(acknowledged, to: "\(path)/acknowledged")
                try collect(lane)
                checkers[lane].ask(path, boot: boot)
                asked[lane] = (moment, path, !acknowledged.isEmpty)
                report.imageCount += 1
            }
        }
        for lane in checkers.indices { try collect(lane) }
        let duration = clock.now - start
        report.seconds =
            Double(duration.components.seconds)
            + Double(duration.components.attoseconds) / 1e18
        return report
    }

    /// How many entries around a change of names are looked at in every way.
    private static let neighbourhood = 4

    /// The creation and what lies around a change of names in every way, nothing surviving at
    /// every flush, then at random.
    ///
    /// Names change seldom, and much hangs on them: dice alone would pass them by.
    private func plan(_ count: Int, using dice: inout SplitMix64) -> [Moment] {
        let entries = trace.entries
        let creationEnd =
            entries.firstIndex { if case .acknowledged = $0 { true } else { false } }
            ?? entries.count
        let flushes = entries.indices.filter { index in
            switch entries[index] {
            case .flush, .flushed, .written, .acknowledged: true
            case .write(_, _, _, _, let isSynchronous): isSynchronous
            default: false
            }
        }
        var special = Set(0..<creationEnd)
        for (index, entry) in entries.enumerated() {
            switch entry {
            case .renamed, .removed, .made, .linked:
                special.formUnion(index - Self.neighbourhood...index + Self.neighbourhood)
            default: break
            }
        }
        var plan = special.intersection(entries.indices).sorted().flatMap { entry in
            Survival.allCases.map { Moment(entry: entry, survival: $0) }
        }
        plan += flushes.map { Moment(entry: $0, survival: .nothing) }
        if plan.count > count {
            plan.shuffle(using: &dice)
            plan.removeLast(plan.count - count)
        }
        while plan.count < count {
            let isAtFlush = Int.random(in: 0..<10, using: &dice) < 7
            let entry =
                isAtFlush
                ? flushes.randomElement(using: &dice) : entries.indices.randomElement(using: &dice)
            let survival = Survival.allCases.randomElement(using: &dice)
            if let entry, let survival { plan.append(Moment(entry: entry, survival: survival)) }
        }
        return plan.sorted { ($0.entry, $0.survival.rank) < ($1.entry, $1.survival.rank) }
    }
}

extension Survival {
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
