internal import Messaging
internal import Wire

extension Rendering<Gauges> {
    static let gauges = object {
        always("writing", .boolean) { $0.isWriting }
        always("openFor", .milliseconds) { $0.openFor }
        always("position", .position) { $0.position }
        always("viewsPosition", .position) { $0.viewsPosition }
        always("appended", .count) { $0.appended }
        always("commits", .count) { $0.commits }
        always("commitLatency", .histogram) { $0.commitLatency }
        always("sends", .sends) { $0.sends }
        always("waiting", .count) { $0.waiting }
        always("followers", .count) { $0.followers }
        always("files", .files) { $0.files }
        always("free", .free) { $0.free }
        optional("oldestReader", .oldestReader) { $0.oldestReader }
        always("pendingErasures", .count) { $0.pendingErasures }
        always("erasing", .count) { $0.erasing }
        always("erasingContents", .count) { $0.erasingContents }
        always("caches", .caches) { $0.caches }
    } make: {
        isWriting,
        openFor,
        position,
        viewsPosition,
        appended,
        _,
        commitLatency,
        sends,
        waiting,
        followers,
        files,
        free,
        oldestReader,
        pendingErasures,
        erasing,
        erasingContents,
        caches in
        var gauges = Gauges()
        gauges.isWriting = isWriting
        gauges.openFor = openFor
        gauges.position = position
        gauges.viewsPosition = viewsPosition
        gauges.appended = appended
        gauges.commitLatency = commitLatency
        gauges.sends = sends
        gauges.waiting = waiting
        gauges.followers = followers
        gauges.files = files
        gauges.free = free
        gauges.oldestReader = oldestReader
        gauges.pendingErasures = pendingErasures
        gauges.erasing = erasing
        gauges.erasingContents = erasingContents
        gauges.caches = caches
        return gauges
    }
}

extension Rendering<LatencyHistogram> {
    static let histogram = object {
        always("bounds", .list(of: .count)) { _ in LatencyHistogram.bounds }
        always("counts", .list(of: .count)) { $0.counts }
        always("sum", .count) { $0.sum }
    } make: {
        LatencyHistogram(counts: $1, sum: $2)
    }
}

extension Rendering<Gauges.Sends> {
    static let sends = object {
        always("done", .count) { $0.done }
        always("refused", .count) { $0.refused }
        always("failed", .count) { $0.failed }
        always("latency", .histogram) { $0.latency }
    } make: {
        Gauges.Sends(done: $0, refused: $1, failed: $2, latency: $3)
    }
}

extension Rendering<Gauges.FreeBytes> {
    static let free = object {
        always("log", .count) { $0.log }
        always("views", .count) { $0.views }
    } make: {
        Gauges.FreeBytes(log: $0, views: $1)
    }
}

extension Rendering<Gauges.Caches> {
    static let caches = object {
        always("openedBytes", .count) { $0.openedBytes }
        always("openedHits", .count) { $0.openedHits }
        always("openedMisses", .count) { $0.openedMisses }
        always("namesBytes", .count) { $0.namesBytes }
    } make: {
        Gauges.Caches(openedBytes: $0, openedHits: $1, openedMisses: $2, namesBytes: $3)
    }
}
