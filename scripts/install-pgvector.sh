#!/usr/bin/env bash
# PostgreSQL 15 with pgvector, for the tests of the store. The Debian release
# with PostgreSQL 15 does not yet package pgvector, so it is built from the
# source package of the next release: from the mirror that this machine
# already uses, verified by apt's own signatures.
set -euo pipefail

version=15
release=trixie
bin=/usr/lib/postgresql/$version/bin
control=/usr/share/postgresql/$version/extension/vector.control

if [ -x "$bin/initdb" ] && [ -f "$control" ]; then exit 0; fi

if [ ! -x "$bin/initdb" ] || [ ! -d /usr/include/postgresql/$version/server ] || ! command -v make gcc >/dev/null; then
  apt-get update -qq
  # No cluster of its own: the tests start theirs.
  mkdir -p /etc/postgresql-common
  [ -f /etc/postgresql-common/createcluster.conf ] ||
    echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    postgresql-$version postgresql-server-dev-$version make gcc libc6-dev >/dev/null
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"

# The first mirror of Debian itself, in a one-line or a deb822 source.
lines=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true)
mirror=$(sed -nE 's#^(deb( \[[^]]*\])?|URIs:) +([a-z+]+://[^ ]*/debian)/?( .*)?$#\3#p' <<<"$lines" | sed -n 1p)
[ -n "$mirror" ] || { echo 'No Debian mirror in /etc/apt: pgvector cannot be fetched' >&2; exit 1; }
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb-src [signed-by=$keyring] $mirror $release main" >"$work/sources.list"
mkdir -p "$work/lists/partial" "$work/cache"
apt=(apt-get -qq
  -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=/dev/null
  -o Dir::State::Lists="$work/lists" -o Dir::Cache="$work/cache"
  -o Acquire::Check-Valid-Until=false -o APT::Sandbox::User=root)

cd "$work"
"${apt[@]}" update
"${apt[@]}" source --download-only pgvector
tar -xf pgvector_*.orig.tar.*
cd pgvector-*/
# No bitcode (it would need clang), and code for any processor of this kind.
options=(PG_CONFIG="$bin/pg_config" with_llvm=no OPTFLAGS=)
[ -x "$bin/pg_config" ] || options[0]=PG_CONFIG=pg_config
make -s -j2 "${options[@]}" >/dev/null
make -s "${options[@]}" install >/dev/null
[ -f "$control" ] || { echo "pgvector was built, but $control is not there" >&2; exit 1; }
