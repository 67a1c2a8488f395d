/** Names and addresses that never leave this machine. */

/** `localhost`, all of 127.0.0.0/8, and `::1`, with or without brackets. */
export function isLoopback(host: string): boolean {
  const name = bare(host);
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/** An address cannot be made to point elsewhere, as a name can. */
export const isAddress = (host: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(bare(host)) || bare(host).includes(':');

/** `[::1]:4040`, `LOCALHOST:4040` → `::1`, `localhost`; undefined for what is no host. */
export function hostOf(header: string | undefined): string | undefined {
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(header ?? '');
  return found ? bare(found[1]) : undefined;
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, '').toLowerCase();
