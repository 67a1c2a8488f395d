import type { Chunk } from '../../schema.js';
import { unpackRecord } from '../record.js';
import type { Row } from '../rows.js';

/** The chunk that a row holds. */
export const recordOf = ({ record }: Row): Chunk => unpackRecord(record as Uint8Array); // the column is bytea
