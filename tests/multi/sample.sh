#!/usr/bin/env bash
# Brings the five trees of docs/evaluation/sample.md into a folder, with a list of them for `quarrel multi`.
#
#   sample.sh DIR
#
# Needs git, and apt-get with deb-src lines and the lists of Debian 12.
set -euo pipefail
[ $# -eq 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2; }
mkdir -p "$1"; cd "$1"

# tree NAME OWNER/REPOSITORY COMMIT PATH... : the files of the commit below the paths, without history.
tree() {
  local name=$1 from=$2 commit=$3; shift 3
  [ ! -e "$name" ] || return 0
  rm -rf .git.part "$name.part"
  git init -q --bare .git.part
  git -C .git.part fetch -q --depth 1 "https://github.com/$from" "$commit"
  mkdir "$name.part"
  git -C .git.part archive "$commit" -- "$@" | tar -x -C "$name.part"
  mv "$name.part" "$name"; rm -rf .git.part
}

tree activemq apache/activemq c3580e79d292c213f34f4f503600f85ce1d08490 activemq-client activemq-broker
tree azkaban azkaban/azkaban 6db750049f6fdf7842e18b8d533a3b736429bdf4 . ':(exclude)test'
tree pgjdbc pgjdbc/pgjdbc 3a699d57d957ca0c2b86e619d001a8763a130027 .
tree undertow undertow-io/undertow c8299de0962021894d614a9209d42addb426c4bd .
if [ ! -e jedit ]; then
  apt-get source -qq --download-only jedit=5.5.0+dfsg-2 >/dev/null
  mkdir jedit.part
  tar -xf jedit_5.5.0+dfsg.orig.tar.xz -C jedit.part --strip-components=1
  mv jedit.part jedit
fi
for name in activemq azkaban jedit pgjdbc undertow; do printf '%s\t%s\n' "$name" "$name"; done >list.tsv
