#!/usr/bin/env bash
# Installs the engines of the recipes in docs/multi.md, as far as that is possible here, for their tests: GNU parallel and
# Slurm (one machine) from Debian, as root; Dask, Ray and pyarrow from PyPI into a folder. Prints the folder for the PATH.
#
#   PATH="$(tests/multi/engines.sh DIR):$PATH" cargo test -p quarrel --test schedulers
set -uo pipefail
[ $# -eq 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
venv=$1
say() { echo "NOT TESTED: $1" >&2; }

if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  if ! command -v parallel >/dev/null || ! command -v slurmctld >/dev/null; then
    { timeout 120 apt-get update -qq && DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -y -qq --no-install-recommends \
      parallel slurm-wlm munge; } >/dev/null 2>&1 || say "GNU parallel and Slurm cannot be installed here"
  fi
  if command -v slurmctld >/dev/null && ! sinfo >/dev/null 2>&1; then
    # The configuration that the page shows, with this machine's name, cores and memory.
    memory=$(awk '/^MemTotal:/ { print int($2 / 1024 * 0.9) }' /proc/meminfo)
    mkdir -p /etc/slurm /var/spool/slurmctld /var/spool/slurmd /run/munge
    awk '/^`slurm.conf`:$/ { f = 1 } f && /^```$/ { exit } t { print } f && /^```text$/ { t = 1 }' "$here/../../docs/multi.md" |
      sed "s/HOST/$(hostname -s)/; s/CPUs=2/CPUs=$(nproc)/; s/RealMemory=12000/RealMemory=$memory/" >/etc/slurm/slurm.conf
    chown munge /run/munge
    { su -s /bin/sh munge -c munged; slurmctld; slurmd; } >/dev/null 2>&1
    for _ in 1 2 3 4 5; do sinfo --noheader --states=idle 2>/dev/null | grep -q . && break; sleep 1; done
    sinfo >/dev/null 2>&1 || say "Slurm does not start here"
  fi
else
  say "GNU parallel and Slurm: only root installs them, and only on Debian"
fi

if [ ! -x "$venv/bin/python3" ]; then
  python3 -m venv "$venv" >/dev/null 2>&1 || say "python3 makes no environment here"
fi
for package in distributed ray pyarrow; do
  "$venv/bin/python3" -c "import $package" 2>/dev/null ||
    timeout 300 "$venv/bin/pip" install -q "$package" >/dev/null 2>&1 || say "$package cannot be installed here"
done
echo "$venv/bin"
