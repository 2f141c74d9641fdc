//! Hearing of what asks the process to end: Ctrl-C, and on Unix SIGTERM.

use tokio::runtime::Runtime;

/// Tells each such signal from here on; none of them ends the process by itself any more.
#[cfg(unix)]
pub(super) fn hear(runtime: &Runtime, told: impl Fn() + Send + Sync + 'static) {
    use std::sync::Arc;

    use tokio::signal::unix::{SignalKind, signal};

    let _inside = runtime.enter();
    let told = Arc::new(told);
    for kind in [SignalKind::interrupt(), SignalKind::terminate()] {
        let Ok(mut signal) = signal(kind) else { continue };
        let told = Arc::clone(&told);
        runtime.spawn(async move {
            while signal.recv().await.is_some() {
                told();
            }
        });
    }
}

/// Tells each Ctrl-C from here on; none of them ends the process by itself any more.
#[cfg(not(unix))]
pub(super) fn hear(runtime: &Runtime, told: impl Fn() + Send + Sync + 'static) {
    runtime.spawn(async move {
        while tokio::signal::ctrl_c().await.is_ok() {
            told();
        }
    });
}
