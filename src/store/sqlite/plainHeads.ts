/**
 * The heads of segments, which were steps from one number to the next in as few
 * bytes as they need, as the numbers themselves: a process that has just begun
 * reads them all, and taking steps apart was a twentieth of its answer.
 */
import { crc32 } from 'node:zlib';
import { type Database, statementsOf } from './database.js';
import { ByteReader } from './words/bytes.js';
import { headOf, type Segment } from './words/segment.js';

export function plainHeads(db: Database): void {
  const { prepare } = statementsOf(db);
  const update = prepare('UPDATE segments SET head = ?, sum = ? WHERE id = ?');
  for (const { id } of prepare('SELECT id FROM segments ORDER BY id').all()) {
    const { head, sum } = prepare('SELECT head, sum FROM segments WHERE id = ?').get(Number(id)) ?? {};
    // The steps begin with how many there are, and there is one at least; a plain head begins with a zero.
    if (!(head instanceof Uint8Array) || head[0] === 0) continue;
    if (crc32(head) !== Number(sum)) continue; // damaged: whoever reads it will say so
    const plain = headOf(readSteps(head));
    update.run(plain, crc32(plain), Number(id));
  }
}

function readSteps(head: Uint8Array): Segment {
  const bytes = new ByteReader(head);
  const steps = (): Float64Array => {
    const of = new Float64Array(bytes.number());
    for (let i = 0; i < of.length; i++) of[i] = bytes.number() + (i === 0 ? 0 : of[i - 1]);
    return of;
  };
  const ids = steps();
  const lengths = Uint32Array.from(ids, () => bytes.number());
  return { ids, lengths, firsts: steps() };
}
