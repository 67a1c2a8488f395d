import { hash } from 'node:crypto';

/** SHA-256 in hex. A string is hashed as its UTF-8. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);

/** MD5 in hex: for the compatibility ids of other tools only. */
export const md5 = (data: string): string => hash('md5', data);

const URL_NAMESPACE = '6ba7b8119dad11d180b400c04fd430c8';

/** A UUID of version 5, in the namespace of addresses: the same for the same name, everywhere. */
export function uuid5(name: string): string {
  const digest = hash('sha1', Buffer.concat([Buffer.from(URL_NAMESPACE, 'hex'), Buffer.from(name)]));
  const variant = ((Number.parseInt(digest[16], 16) & 3) | 8).toString(16);
  const hex = `${digest.slice(0, 12)}5${digest.slice(13, 16)}${variant}${digest.slice(17, 32)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** FNV-1a, 32 bits: for choosing, never for identity. */
export function fnv1a(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
