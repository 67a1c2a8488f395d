/**
 * Which thread each mail belongs to: the id of the mail that began it, whether
 * that one is in the box or not.
 *
 *     References: <a> <b>     Message-ID: <c>      c → b → a
 *     In-Reply-To: <c>        Message-ID: <d>      d → c → b → a: all in thread a
 *
 * A link that would close a circle is left out. Paths are shortened as they are
 * walked, so a box of any size takes about as long as reading its headers.
 */
import type { Mail } from './decodeMail.js';

export function mailThreads(mails: readonly Pick<Mail, 'metadata'>[]): (string | undefined)[] {
  const parents = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let up = parents.get(root); up !== undefined; up = parents.get(root)) root = up;
    for (let at = id; at !== root; ) {
      const up = parents.get(at) ?? root;
      parents.set(at, root);
      at = up;
    }
    return root;
  };
  const link = (child: string, parent: string): void => {
    if (!parents.has(child) && rootOf(parent) !== child) parents.set(child, parent);
  };
  for (const { metadata } of mails) {
    const chain = chainOf(metadata);
    for (let i = chain.length - 1; i > 0; i--) link(chain[i], chain[i - 1]);
  }
  return mails.map(({ metadata }) => {
    const nearest = chainOf(metadata).at(-1);
    return nearest === undefined ? undefined : rootOf(nearest);
  });
}

/** Ancestors from the oldest, then the mail itself. */
function chainOf({ references = [], in_reply_to, message_id }: Mail['metadata']): string[] {
  const chain = [...references];
  if (in_reply_to !== undefined && chain.at(-1) !== in_reply_to) chain.push(in_reply_to);
  if (message_id !== undefined) chain.push(message_id);
  return chain;
}
