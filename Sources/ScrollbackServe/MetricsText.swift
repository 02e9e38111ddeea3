internal import Messaging
internal import Wire

/// Numbers in Prometheus' text form.
struct MetricsText {
    /// Whether a number falls, too.
    enum Kind: String {
        case gauge
        case counter
    }

    private(set) var text = ""

    private mutating func begin(_ name: String, _ help: String, _ kind: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    /// Adds a number, or one for each set of labels.
    mutating func add(
        _ name: String,
        _ help: String,
        _ kind: Kind = .gauge,
        _ values: [(labels: String, value: UInt64)]
    ) {
        begin(name, help, kind.rawValue)
        for (labels, value) in values {
            text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
        }
    }

    /// Adds a number.
    mutating func add(_ name: String, _ help: String, _ kind: Kind = .gauge, _ value: UInt64) {
        add(name, help, kind, [("", value)])
    }

    /// Adds times, in seconds, for each set of labels.
    mutating func add(
        _ name: String,
        _ help: String,
        _ values: [(labels: String, times: LatencyHistogram)]
    ) {
        begin(name, help, "histogram")
        for (labels, times) in values {
            let others = labels.isEmpty ? "" : "\(labels),"
            let all = labels.isEmpty ? "" : "{\(labels)}"
            var count: UInt64 = 0
            for (bound, more) in zip(LatencyHistogram.bounds, times.counts) {
                count += more
                text += "\(name)_bucket{\(others)le=\"\(Self.seconds(bound))\"} \(count)\n"
            }
            text += "\(name)_bucket{\(others)le=\"+Inf\"} \(times.count)\n"
            text += "\(name)_sum\(all) \(Self.seconds(times.sum))\n"
            text += "\(name)_count\(all) \(times.count)\n"
        }
    }

    /// Microseconds as seconds, exactly.
    private static func seconds(_ microseconds: UInt64) -> String {
        let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        if rest == 0 { return "\(whole)" }
        let digits = "\(1_000_000 + rest)".dropFirst()
        return "\(whole).\(digits[...(digits.lastIndex { $0 != "0" } ?? digits.startIndex)])"
    }
}

extension MetricsText {
    /// Adds the numbers of the process that has the store open.
    mutating func add(_ gauges: Gauges) {
        let count = { (number: Int) in UInt64(clamping: number) }
        add(
            "scrollback_open_seconds",
            "Since the process opened the store.",
            .gauge,
            UInt64(clamping: gauges.openFor.components.seconds)
        )
        add("scrollback_position", "The newest durable event.", .gauge, gauges.position.rawValue)
        add(
            "scrollback_views_position",
            "The state that queries reflect.",
            .gauge,
            gauges.viewsPosition.rawValue
        )
        add("scrollback_events_appended_total", "Events committed.", .counter, gauges.appended)
        add(
            "scrollback_commit_seconds",
            "The time of each commit of the log.",
            [("", gauges.commitLatency)]
        )
        add(
            "scrollback_sends_total",
            "Sends by how they ended.",
            .counter,
            [
                ("outcome=\"done\"", gauges.sends.done),
                ("outcome=\"refused\"", gauges.sends.refused),
                ("outcome=\"failed\"", gauges.sends.failed),
            ]
        )
        add(
            "scrollback_send_seconds",
            "From a send's call to its answer.",
            [("", gauges.sends.latency)]
        )
        add(
            "scrollback_commands_waiting",
            "Commands that wait to be decided.",
            .gauge,
            count(gauges.waiting)
        )
        add(
            "scrollback_followers",
            "Feeds that wait for something new.",
            .gauge,
            count(gauges.followers)
        )
        add(
            "scrollback_file_bytes",
            "The bytes of the files.",
            .gauge,
            [
                ("file=\"log\"", gauges.files.log), ("file=\"keys\"", gauges.files.keys),
                ("file=\"views\"", gauges.files.views),
            ]
        )
        add(
            "scrollback_free_bytes",
            "The bytes of free pages in the files.",
            .gauge,
            [
                ("file=\"log\"", gauges.free.log), ("file=\"views\"", gauges.free.views),
            ]
        )
        add(
            "scrollback_oldest_reader_bytes",
            "What the oldest snapshot keeps from being reused.",
            .gauge,
            gauges.oldestReader?.heldBytes ?? 0
        )
        add(
            "scrollback_erasures_pending",
            "Requests for erasure that go on, or wait for a hold or a minimum.",
            .gauge,
            count(gauges.pendingErasures)
        )
        add(
            "scrollback_erasures_running",
            "Erasures that go on in slices.",
            .gauge,
            count(gauges.erasing)
        )
        add(
            "scrollback_erasing_contents",
            "Contents that these still have to erase.",
            .gauge,
            count(gauges.erasingContents)
        )
        add(
            "scrollback_cache_bytes",
            "The bytes kept in memory.",
            .gauge,
            [
                ("cache=\"opened\"", gauges.caches.openedBytes),
                ("cache=\"names\"", gauges.caches.namesBytes),
            ]
        )
        add(
            "scrollback_opened_contents_total",
            "Contents by whether they were found opened.",
            .counter,
            [
                ("found=\"yes\"", gauges.caches.openedHits),
                ("found=\"no\"", gauges.caches.openedMisses),
            ]
        )
    }
}
