#!/usr/bin/env bash
# Brings the sources that pages of docs/ work on from Debian's source packages: trees.sh DIR
set -euo pipefail
[ $# = 1 ] || { sed -n '2s/^# //p' "$0"; exit 2; }
package=commons-pool2 version=2.11.1
target=$1/$package
[ ! -d "$target" ] || exit 0
part=$(mktemp -d)
trap 'rm -rf "$part"' EXIT
mkdir -p "$part/lists" "$part/tree"
# Source packages are asked for beside the machine's own settings, which stay as they are.
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.sources; do
  [ ! -f "$list" ] || sed -e 's/^Types:.*/Types: deb-src/' -e 's/^deb /deb-src /' "$list" >>"$part/debian.${list##*.}"
done
apt=(-qq -o "Dir::Etc::sourcelist=-" -o "Dir::Etc::sourceparts=$part" -o "Dir::State::lists=$part/lists" -o APT::Sandbox::User=root)
cd "$part"
timeout 120 apt-get "${apt[@]}" update
timeout 120 apt-get "${apt[@]}" source --download-only "$package" || true
tar xf "${package}_$version.orig.tar."*[!c] -C tree --strip-components=1
mkdir -p "$1"
mv tree "$target"
