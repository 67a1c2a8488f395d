import { useState } from 'preact/hooks';
import type { ReferenceView } from '../../../src/view/api.js';
import { placed, toHash } from '../route.js';
import { chosen, references, route } from '../state.js';

const SHOWN = 12;

/** References to the file, or to the selected chunk of it, by file. */
export function References() {
  const { value, error, loading } = references.value;
  const [isWhole, showAll] = useState(false);
  const chunk = chosen.value;
  const all = value?.references ?? [];
  const listed = isWhole ? all : all.slice(0, SHOWN);
  const hidden = all.length - listed.length;
  return (
    <section class="references" aria-label="Referenced by" aria-busy={loading}>
      <div class="section-head">
        <h2>Referenced by</h2>
        {value && <span class="faint">{(all.length + value.more).toLocaleString('en')}</span>}
      </div>
      {error && <p class="faint">{error.error}</p>}
      {!value && loading && <p class="faint">Looking…</p>}
      {value && all.length === 0 && (
        <p class="faint">Nothing in this index refers to {chunk ? 'this chunk' : 'this file'}.</p>
      )}
      {[...byPath(listed)].map(([path, list]) => (
        <div key={path} class="referrer">
          <p class="mono">{path}</p>
          <ul class="plain">
            {list.map((one) => (
              <Reference key={`${one.line} ${one.own} ${one.verb}`} one={one} of={chunk?.name ?? ''} />
            ))}
          </ul>
        </div>
      ))}
      {hidden > 0 && (
        <button type="button" class="quiet small" onClick={() => showAll(true)}>
          Show {hidden} more
        </button>
      )}
    </section>
  );
}

/** `of`: the selected chunk, which need not be named again. */
function Reference({ one, of }: { readonly one: ReferenceView; readonly of: string }) {
  const { path, line, name, verb, own } = one;
  const place = placed({ path, artifact: null }, { line: String(line) });
  return (
    <li>
      <a href={toHash({ ...route.value, ...place, q: '' })}>
        <span class="line-number">{line}</span>
        <span>{name === path ? 'top level' : name}</span>
      </a>{' '}
      <span class="faint">
        {verb} {own === of ? '' : own}
      </span>
    </li>
  );
}

function byPath(list: readonly ReferenceView[]): ReadonlyMap<string, readonly ReferenceView[]> {
  const groups = new Map<string, ReferenceView[]>();
  for (const one of list) groups.set(one.path, [...(groups.get(one.path) ?? []), one]);
  return groups;
}
