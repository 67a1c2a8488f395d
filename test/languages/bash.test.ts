import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const text = `#!/usr/bin/env bash
# Packs a release and hands it to the mirrors.
set -euo pipefail

source ./lib/log.sh
. "$(dirname "$0")/mirrors.sh"

readonly OUT=dist
declare -A sums=()

# Prints how to call this script.
usage() {
  cat <<EOF
usage: release.sh [-n] version
EOF
}

# Packs one folder, and notes its checksum.
function pack {
  local folder=$1 name=$2
  trim() { sed 's/^ *//'; }
  tar czf "$OUT/$name.tgz" "$folder"
  sums[$name]=$(sha256sum "$OUT/$name.tgz" | cut -d' ' -f1 | trim)
}

upload() (
  # a subshell: the folder is changed for this function only
  cd "$OUT"
  for mirror in "\${mirrors[@]}"; do
    if ! rsync -a . "$mirror"; then
      log "could not reach $mirror"
      return 1
    fi
  done
)

case "\${1:-}" in
  -h | --help) usage ;;
  "") usage >&2; exit 2 ;;
  *) pack src "release-$1" && upload ;;
esac
`;

describe('Shell', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('release.sh', text)).toBe(
      `document [1-41]
  statements [1-3]
  imports [5-6]
  statements [8-9]
  function usage [11-16]
  function pack [18-24]
  function upload [26-35]
  statements [37-41]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('release.sh', text, 'usage')).toEqual({
      signature: 'usage()',
      docstring: 'Prints how to call this script.',
    });
    expect(await definitionFacts('release.sh', text, 'pack')).toEqual({
      signature: 'function pack',
      docstring: 'Packs one folder, and notes its checksum.',
    });
  });

  it('has imports', async () => {
    expect((await treeOf('release.sh', text)).meta?.imports).toEqual([
      'source ./lib/log.sh',
      '. "$(dirname "$0")/mirrors.sh"',
    ]);
  });

  it('finds the definitions around an error', async () => {
    const broken = `first() {
  echo 1
}

second() {
  for x in 1 2; do
    echo "$x" | | cat
  done
}

third() {
  echo 3
}
`;
    expect(await drawTree('release.sh', broken)).toBe(
      `document [1-13]
  function first [1-3]
  function second [5-9]
  function third [11-13]`,
    );
  });
});
