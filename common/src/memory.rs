//! How much memory the process holds, in bytes; `None` where the system does not count it (elsewhere than on Linux).

/// What it holds now.
pub fn resident() -> Option<u64> {
    status("VmRSS:")
}

/// The most that it has held.
pub fn peak() -> Option<u64> {
    status("VmHWM:")
}

fn status(key: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}
