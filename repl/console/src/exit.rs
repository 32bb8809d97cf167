//! Ends the process after a signal: removes temporary files and exits with the usual code, 128 plus the number of the
//! signal.

/// Removes temporary files and ends the process.
pub fn now(code: i32) -> ! {
    quarrel_files::remove_all();
    std::process::exit(code)
}

/// Ends the process properly when the system asks it to end (SIGTERM, SIGHUP, SIGQUIT), from now on. Those that whoever
/// started it wanted ignored, as `nohup` does, stay ignored.
pub fn on_signals() {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGQUIT, SIGTERM};
        let ignored = ignored();
        let wanted = [SIGTERM, SIGHUP, SIGQUIT].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
        on_each(wanted, |signal| now(128 + signal));
    }
}

/// Calls `act` at each Ctrl-C from now on, on a thread of its own.
pub fn on_ctrl_c(act: impl Fn() + Send + 'static) {
    #[cfg(unix)]
    on_each([signal_hook::consts::SIGINT], move |_| act());
    #[cfg(not(unix))]
    {
        let pressed = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let wait = {
            let pressed = pressed.clone();
            move || loop {
                std::thread::sleep(std::time::Duration::from_millis(25));
                if pressed.swap(false, std::sync::atomic::Ordering::SeqCst) {
                    act();
                }
            }
        };
        if signal_hook::flag::register(signal_hook::consts::SIGINT, pressed).is_ok() {
            let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(wait);
        }
    }
}

/// Calls `act` with each of the signals that comes. Without a handler signals end the process as ever, and leave
/// something behind.
#[cfg(unix)]
fn on_each(signals: impl IntoIterator<Item = i32>, act: impl Fn(i32) + Send + 'static) {
    let Ok(mut signals) = signal_hook::iterator::Signals::new(signals) else { return };
    let wait = move || signals.forever().for_each(act);
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(wait);
}

/// Ends the process when its standard input ends, from now on: the other end of the pipe is gone with whoever started
/// it.
pub fn with_input() {
    let wait = || {
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        now(ENDED);
    };
    let _ = std::thread::Builder::new().name("input".to_owned()).spawn(wait);
}

/// The exit code of a process that ends because its input ended.
const ENDED: i32 = 2;

/// The signals that the process ignores: bit n - 1 is signal n. 0 on systems other than Linux.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
