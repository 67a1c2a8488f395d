import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultContract } from '../contract/faults.js';

let count = 0;

const bytes = (change: (all: Buffer) => Buffer) => async (file: string) => {
  const all = readFileSync(file);
  writeFileSync(file, change(all));
};

faultContract({
  name: 'sqlite',
  fresh: (place) => join(place, `${++count}.db`),
  kills: 100,
  damages: {
    'all but the first page': bytes((all) => all.fill(0xa5, 4096)),
    'its end is gone': bytes((all) => all.subarray(0, all.length >> 1)),
    'it is something else': bytes((all) => Buffer.alloc(all.length, 'no index ')),
  },
});
