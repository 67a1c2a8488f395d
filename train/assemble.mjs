/**
 * node train/assemble.mjs TRAINED model/froe.bin
 *
 * What train.py wrote → the one file that froe loads; docs/model.md has its bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

const [, , from, to] = process.argv;
const { dim, terms } = JSON.parse(readFileSync(join(from, 'model.json'), 'utf8'));
const places = readFileSync(join(from, 'places.f32'));
// No question that was trained on has terms in the last place: it weighs as the one before.
places.copy(places, places.length - 4, places.length - 12, places.length - 8);
const header = Buffer.alloc(32);
header.write('FROEMDL1', 'latin1');
for (const [i, value] of [terms, dim, places.length / 8].entries()) header.writeUInt32LE(value, 8 + i * 4);
const logs = Buffer.alloc(65 * 4);
for (let count = 1; count <= 64; count++) logs.writeFloatLE(1 + Math.log(count), count * 4);
const parts = ['weights.f32', 'vocabulary.u32', 'table.i8'].map((name) => readFileSync(join(from, name)));
const body = Buffer.concat([header, places, logs, ...parts]);
const checksum = Buffer.alloc(4);
checksum.writeUInt32LE(crc32(body));
const file = Buffer.concat([body, checksum]);
writeFileSync(to, file);
process.stdout.write(`${to}: ${terms} terms, ${dim} dimensions, ${file.length} bytes\n`);
