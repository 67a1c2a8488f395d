import { hash } from 'node:crypto';

/** SHA-256 in hex. A string is hashed as its UTF-8. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);

/** MD5 in hex: for the compatibility ids of other tools only. */
export const md5 = (data: string): string => hash('md5', data);

const URL_NAMESPACE = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex');

/** A UUID of version 5, in the URL namespace: the same for the same name, everywhere. */
export function uuid5(name: string): string {
  const length = URL_NAMESPACE.length;
  const bytes = Buffer.allocUnsafe(length + name.length * 3);
  bytes.set(URL_NAMESPACE);
  const digest = hash('sha1', bytes.subarray(0, length + bytes.write(name, length)));
  const variant = '89ab'[Number.parseInt(digest[16], 16) & 3];
  const part = (from: number, to: number): string => digest.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-5${part(13, 16)}-${variant}${part(17, 20)}-${part(20, 32)}`;
}

/** FNV-1a, 32 bits: for choices, never for identity. */
export function fnv1a(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
