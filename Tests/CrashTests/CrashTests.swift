import CrashRig
import Testing

/// What survives a crash, one suite after the other: each of them uses every core.
@Suite(
    .serialized,
    .enabled(
        if: Workbench.canPreload,
        "no library can be preloaded into a process here, so nothing sees what a store writes"
    )
)
enum CrashTests {}
