import type { CommitItem } from '../../../src/view/api.js';
import { placed, toHash } from '../route.js';
import { chosen, commits, historyOpen, route } from '../state.js';

/** The commits that changed the file, or the selected chunk of it. */
export function LineHistory() {
  const { value, error, loading } = commits.value;
  return (
    <details
      class="history"
      open={historyOpen.value}
      onToggle={({ currentTarget }) => {
        historyOpen.value = currentTarget.open;
      }}
    >
      <summary>
        <h2>History</h2>
      </summary>
      <section aria-label="History" aria-busy={loading}>
        {error && <p class="faint">{error.error}</p>}
        {!value && loading && <p class="faint">Asking git…</p>}
        {value && (
          <>
            <p class="faint">
              The commits that made {chosen.value ? 'this chunk' : 'this file'} what it is
              {value.uncommitted > 0 ? `; ${lines(value.uncommitted)} not committed` : ''}
            </p>
            <ol class="plain">
              {value.commits.map((commit) => (
                <Commit key={commit.hash} commit={commit} />
              ))}
            </ol>
            {value.more && <p class="faint">There are others.</p>}
          </>
        )}
      </section>
    </details>
  );
}

const SHORT_HASH = 12;

function Commit({ commit }: { readonly commit: CommitItem }) {
  const { hash, artifact, author, date, subject, reason } = commit;
  return (
    <li class="commit">
      {artifact === null ? (
        <span>{subject}</span>
      ) : (
        <a href={toHash({ ...route.value, ...placed({ path: '', artifact }), q: '' })}>{subject}</a>
      )}
      <p class="faint">
        <span class="mono">{hash.slice(0, SHORT_HASH)}</span> <time dateTime={date}>{date.slice(0, 10)}</time> {author}
        {commit.lines > 0 ? `, ${lines(commit.lines)}` : ''}
      </p>
      {reason !== '' && <p>{reason}</p>}
    </li>
  );
}

const lines = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'}`;
