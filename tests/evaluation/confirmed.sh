#!/usr/bin/env bash
# Confirms the first findings of ten Debian libraries, for docs/evaluation/confirmed.md.
#
#   confirmed.sh BIN DIR [NAME]...
#
# Brings sources and jars of Debian 12 into DIR (apt-get as root, with deb-src lines), analyses the sources, and calls the
# entries of the first twenty findings that a run can confirm. Prints the numbers by library; DIR/NAME.txt has the runs.
# Needs a JDK of version 17 or later.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2; }
quarrel=$(realpath "$1"); mkdir -p "$2"; cd "$2"; shift 2
jars=/usr/share/java

# library NAME SOURCE-PACKAGE BINARY-PACKAGES SOURCES JARS
library() {
  local name=$1 source=$2 packages=$3 sources=$4 path=
  [ ${#only[@]} -eq 0 ] || [[ " ${only[*]} " == *" $name "* ]] || return 0
  if [ ! -d "$name" ]; then
    # The packaging part of some packages cannot be had; the archive of the sources is all that is needed.
    apt-get install -qq --no-install-recommends $packages >/dev/null 2>&1 || echo "$name: its packages cannot be installed" >&2
    apt-get source -qq --tar-only "$source" >/dev/null 2>&1 || true
    mkdir "$name"
    tar -xf "${source}"_*.orig.tar.* -C "$name" --strip-components=1 || { rmdir "$name"; echo "$name: no sources" >&2; return 0; }
  fi
  for jar in $5; do path+=${path:+:}$jars/$jar.jar; done
  [ -s "$name.jsonl" ] || "$quarrel" analyze "$name/$sources" --min-confidence low --output "$name.jsonl" -q
  "$quarrel" confirm "$name.jsonl" --first 20 --harness --classpath "$path:$jars/junit-jupiter-api.jar" --deadline 2m \
    --emit-test "$name.tests" --output "$name.txt" --output "$name.out.jsonl" 2>"$name.err" || true
  printf '%s\t%s\t%s\n' "$name" "$(wc -l <"$name.jsonl")" "$(tail -n 1 "$name.err")"
}
only=("$@")
library commons-pool2 commons-pool2 libcommons-pool2-java src/main/java commons-pool2
library guava guava-libraries libguava-java guava/src "guava jsr305"
library zookeeper zookeeper libzookeeper-java zookeeper-server/src/main/java "zookeeper zookeeper-jute slf4j-api log4j-1.2 netty-all \
  jetty9-server jetty9-servlet jetty9-util jetty9-http jetty9-io jetty9-security servlet-api commons-cli metrics-core \
  jackson-core jackson-databind jackson-annotations snappy-java"
library logback logback liblogback-java . "logback-core logback-classic slf4j-api servlet-api"
library httpcore httpcomponents-core libhttpcore-java . "httpcore httpcore-nio"
library jetty-util jetty9 libjetty9-java jetty-util/src/main/java "jetty9-util slf4j-api servlet-api"
library hikaricp hikaricp libhikaricp-java src/main/java "HikariCP slf4j-api metrics-core"
library commons-dbcp libcommons-dbcp-java libcommons-dbcp-java src/java "commons-dbcp commons-pool"
library ehcache ehcache libehcache-java src/main/java "ehcache slf4j-api commons-collections3 commons-logging"
library mina2 mina2 libmina2-java src "mina2-core slf4j-api"
