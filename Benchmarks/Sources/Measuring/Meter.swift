internal import CFlushes
internal import Glibc

/// What a process used up between two moments: time, processor, writes, memory.
package struct Meter {
    private let started = ContinuousClock.now
    private let processor = Self.processorSeconds
    private let written = Self.writtenBytes
    private let flushes = flush_count()
    private let resident: UInt64

    /// Starts to measure.
    package init() {
        Self.forgetPeak()
        resident = Self.status("VmRSS:")
    }

    /// What was used since the start.
    package struct Usage: Sendable {
        package let seconds: Double
        package let processorSeconds: Double
        package let writtenBytes: UInt64
        /// By how much the resident memory, maps of files included, was ever above the start's.
        package let peakBytes: UInt64
        /// How often the process has asked for a flush and waited.
        package let flushes: Int
    }

    /// Reads the meter.
    package func read() -> Usage {
        let elapsed = ContinuousClock.now - started
        let peak = Self.status("VmHWM:")
        return Usage(
            seconds: elapsed.seconds,
            processorSeconds: Self.processorSeconds - processor,
            writtenBytes: Self.writtenBytes - written,
            peakBytes: peak > resident ? peak - resident : 0,
            flushes: Int(flush_count() - flushes)
        )
    }

    /// The memory of the process that no file is behind.
    package static var anonymousBytes: UInt64 { status("RssAnon:") }

    /// The bytes of the heap that are in use: unlike memory that the process was given, what was
    /// freed before is not among them.
    package static var heapBytes: UInt64 { heap_bytes() }

    private static var processorSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
        return Double(seconds) + Double(microseconds) / 1e6
    }

    /// What the process has had written to storage, as the kernel counts it: a page at the time
    /// it becomes dirty.
    private static var writtenBytes: UInt64 {
        field("write_bytes:", of: "/proc/self/io") ?? 0
    }

    private static func status(_ name: String) -> UInt64 {
        (field(name, of: "/proc/self/status") ?? 0) * 1_024
    }

    private static func field(_ name: String, of path: String) -> UInt64? {
        for line in SystemText.lines(of: path) where line.hasPrefix(name) {
            let words = line.dropFirst(name.count).split { $0 == " " || $0 == "\t" }
            return words.first.flatMap { UInt64($0) }
        }
        return nil
    }

    private static func forgetPeak() {
        let descriptor = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = write(descriptor, "5", 1)
        close(descriptor)
    }
}

extension Duration {
    package var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    package var microseconds: Double { seconds * 1e6 }
}
