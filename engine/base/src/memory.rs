//! The memory of this process.

/// Bytes that the process holds, where the system counts them (Linux).
pub fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}
