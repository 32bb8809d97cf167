#!/usr/bin/env bash
# Brings the archives that debian.tsv names into a folder, with a list of them for `quarrel multi`.
#
#   fetch.sh DIR
#
# Needs apt-get (as root) with deb-src lines and the lists of Debian 12. What cannot be had is named and left out of the list.
set -euo pipefail
[ $# -eq 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"; dir=$(cd "$1" && pwd)
sources=/etc/apt/sources.list.d/debian.sources
if [ -f "$sources" ] && ! grep -q '^Types:.*deb-src' "$sources"; then sed -i 's/^Types: deb$/Types: deb deb-src/' "$sources"; fi
apt-get update -qq
: >"$dir/list.tsv"
grep -v '^#' "$here/debian.tsv" | while IFS=$'\t' read -r package version archive; do
  if [ ! -e "$dir/$archive" ]; then
    part=$dir/.part; rm -rf "$part"; mkdir -p "$part"
    # The packaging part of some packages cannot be had; the archive of the sources is all that is needed.
    (cd "$part" && apt-get source -qq --download-only "$package=$version" >/dev/null 2>&1) || true
    mv "$part/$archive" "$dir/" 2>/dev/null || echo "$package $version: $archive cannot be had here" >&2
    rm -rf "$part"
  fi
  [ ! -e "$dir/$archive" ] || printf '%s\t%s\n' "$package" "$archive" >>"$dir/list.tsv"
done
echo "$(wc -l <"$dir/list.tsv") repositories in $dir/list.tsv"
