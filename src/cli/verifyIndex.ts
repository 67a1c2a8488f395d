/** `froe verify --index`: proves of an index that it is the files it was made of. */
import { statSync } from 'node:fs';
import { type IndexProof, verifyIndex } from '../engine/verifyIndex.js';
import { visible } from '../text/visible.js';
import { Meter } from './meter.js';
import { openExisting } from './openIndex.js';
import { placeOf } from './place.js';
import { remark, say } from './talk.js';

/** `where`: the index itself, its folder, or true for the nearest one. Gives the exit code. */
export async function proveIndex(where: string | true, folder: string | undefined, json: boolean): Promise<number> {
  const isFolder = where !== true && statSync(where, { throwIfNoEntry: false })?.isDirectory() === true;
  const place = placeOf(isFolder ? where : folder, isFolder || where === true ? {} : { index: where });
  const store = await openExisting(place);
  const meter = new Meter();
  try {
    const proof = await verifyIndex(store, place.root, {
      onProgress: (done, total) => meter.show({ stage: 'proving', done, total }),
    });
    meter.clear();
    await (json ? say(`${JSON.stringify(proof)}\n`) : tell(proof));
    const { sources, failures, unreadable } = proof;
    return failures.length > 0 || unreadable.length > 0 || sources === 0 ? 1 : 0;
  } finally {
    meter.clear();
    await store.close();
  }
}

async function tell({ sources, chunks, changed, unreadable, failures }: IndexProof): Promise<void> {
  const n = (value: number, noun: string): string => `${value.toLocaleString('en')} ${noun}${value === 1 ? '' : 's'}`;
  for (const { path, byte, promise, message } of failures)
    await say(`${visible(path)}: byte ${byte}: not ${promise}: ${visible(message)}\n`);
  for (const path of unreadable) remark(`${visible(path)}: could not be read`);
  if (changed.length > 0) remark(`${n(changed.length, 'file')} changed since, and not compared: froe index`);
  const failed = new Set(failures.map(({ path }) => path)).size;
  if (failed > 0) await say(`${failed.toLocaleString('en')} of ${n(sources, 'file')} failed\n`);
  else if (sources === 0) remark('there is nothing to prove');
  else await say(`${n(sources, 'file')}, ${n(chunks, 'chunk')}: the index is the files, byte for byte\n`);
}
