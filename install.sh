#!/bin/sh
# Installs a release of Quarrel: downloads the archive for this machine, compares its checksum, unpacks the binary.
set -eu

# Where the releases are; the release workflow fills this in.
releases="${QUARREL_RELEASES:-}"
folder="${QUARREL_FOLDER:-$HOME/.local/bin}"
version=latest

usage() {
  cat <<'USAGE'
usage: install.sh [--from RELEASES] [--version 0.1.0] [--to FOLDER]

  --from RELEASES    the address of the releases (https://.../quarrel/releases), or a folder with the files of one
                     release; by default those that this script belongs to
  --version VERSION  a release by its number; by default the latest
  --to FOLDER        where the binary goes; by default ~/.local/bin
USAGE
}

fail() {
  echo "install.sh: $1" >&2
  exit 2
}

while [ $# -gt 0 ]; do
  case "$1" in
    --help | -h) usage; exit 0 ;;
    --from | --version | --to) [ $# -ge 2 ] || fail "$1 needs a value; see --help" ;;
    *) fail "$1 is no option; see --help" ;;
  esac
  case "$1" in
    --from) releases=$2 ;;
    --version) version=$2 ;;
    --to) folder=$2 ;;
  esac
  shift 2
done
[ -n "$releases" ] || fail "--from says where the releases are; see --help"

machine=$(uname -m)
case "$machine" in
  x86_64 | amd64) machine=x86_64 ;;
  aarch64 | arm64) machine=aarch64 ;;
  *) fail "there is no release for $machine; build it: cargo install --locked --path repl" ;;
esac
case "$(uname -s)" in
  Linux) target=$machine-unknown-linux-musl ;;
  Darwin) target=$machine-apple-darwin ;;
  *) fail "there is no release for $(uname -s) here; on Windows take quarrel-x86_64-pc-windows-msvc.zip" ;;
esac
archive=quarrel-$target.tar.gz

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM

# get NAME: a file of the release into the scratch folder
get() {
  if [ -d "$releases" ]; then
    cp "$releases/$1" "$scratch/$1" || fail "$releases has no $1"
    return
  fi
  case "$version" in
    latest) address=$releases/latest/download/$1 ;;
    *) address=$releases/download/v${version#v}/$1 ;;
  esac
  if command -v curl >/dev/null; then
    curl --fail --silent --show-error --location --retry 3 --output "$scratch/$1" "$address"
  elif command -v wget >/dev/null; then
    wget --quiet --output-document="$scratch/$1" "$address"
  else
    fail "neither curl nor wget is here to download $address"
  fi || fail "$address cannot be downloaded"
}

get "$archive"
get "$archive.sha256"
wanted=$(cut -d ' ' -f 1 <"$scratch/$archive.sha256")
if command -v sha256sum >/dev/null; then
  found=$(sha256sum <"$scratch/$archive")
elif command -v shasum >/dev/null; then
  found=$(shasum -a 256 <"$scratch/$archive")
else
  fail "neither sha256sum nor shasum is here to compare the checksum"
fi
[ -n "$wanted" ] && [ "${found%% *}" = "$wanted" ] ||
  fail "$archive is not what was released: its SHA-256 is ${found%% *}, and should be $wanted; nothing was installed"

tar -xzf "$scratch/$archive" -C "$scratch"
binary=$(find "$scratch" -type f -name quarrel)
[ -n "$binary" ] || fail "$archive has no binary"
mkdir -p "$folder"
# A running binary cannot be overwritten: rename the new one over it.
cp "$binary" "$folder/quarrel.new"
chmod 755 "$folder/quarrel.new"
mv -f "$folder/quarrel.new" "$folder/quarrel"
echo "installed $("$folder/quarrel" --version) as $folder/quarrel"
case ":$PATH:" in
  *":$folder:"*) ;;
  *) echo "$folder is not on the PATH; add it: export PATH=\"$folder:\$PATH\"" ;;
esac
