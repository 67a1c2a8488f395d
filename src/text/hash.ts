import { hash } from 'node:crypto';

/** SHA-256 in hex. A string is hashed as its UTF-8. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);

/** MD5 in hex: for the compatibility ids of other tools only. */
export const md5 = (data: string): string => hash('md5', data);

/** FNV-1a, 32 bits: for choosing, never for identity. */
export function fnv1a(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
