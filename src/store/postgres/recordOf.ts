import type { Chunk } from '../../schema.js';
import { unpackRecord } from '../record.js';
import type { DbRow } from '../rows.js';

/** The chunk that a row holds. */
export const recordOf = ({ record }: DbRow): Chunk => unpackRecord(record as Uint8Array); // the column is bytea
