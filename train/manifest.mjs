/**
 * node train/manifest.mjs REPOSITORIES EXCLUDED.txt > train/manifest.json
 *
 * Every git directory under REPOSITORIES (owner+name/repo) whose licence file at its newest commit reads as
 * MIT, Apache-2.0, BSD or ISC and that is not on the list of what may never be trained on.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , mirror, excludedFile] = process.argv;
const excluded = new Set(readFileSync(excludedFile, 'utf8').toLowerCase().split(/\s+/));
/** A project that shares its code or its documents with an excluded one under another name. */
const kin = new Set([
  'encode/starlette',
  'redis/redis-py',
  'discourse/discourse_docker',
  'docker/cli',
  'mdn/content',
  'prometheus/client_golang',
]);
/** Read whole, never trained on: they choose between models. */
const held = new Set([
  'pallets/click',
  'honojs/hono',
  'spf13/cobra',
  'apache/commons-io',
  'seanmonstar/reqwest',
  'rack/rack',
  'serilog/serilog',
  'guzzle/guzzle',
  'rust-lang/reference',
  'reduxjs/redux',
  'kubernetes-sigs/kubebuilder',
  'tornadoweb/tornado',
]);

const git = (name, ...args) =>
  execFileSync('git', ['-C', join(mirror, name, 'repo'), '-c', 'safe.directory=*', ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

const repositories = [];
const refused = [];
for (const name of readdirSync(mirror)
  .filter((entry) => entry.includes('+'))
  .sort()) {
  const repository = name.replace('+', '/');
  if (excluded.has(repository.toLowerCase()) || kin.has(repository.toLowerCase())) continue;
  try {
    const commit = git(name, 'rev-parse', 'HEAD').trim();
    const licence = licenceOf(name, commit);
    if (licence) repositories.push({ repository, commit, licence, ...(held.has(repository) ? { held: true } : {}) });
    else refused.push(repository);
  } catch {
    refused.push(repository);
  }
}
process.stdout.write(`{"repositories":[\n${repositories.map((row) => JSON.stringify(row)).join(',\n')}\n]}\n`);
process.stderr.write(`${repositories.length} taken, refused: ${refused.join(' ')}\n`);

function licenceOf(name, commit) {
  const files = git(name, 'ls-tree', '--name-only', commit)
    .split('\n')
    .filter((file) => /^(?:mit-)?(?:licen[cs]e|copying)/i.test(file));
  const found = new Set();
  for (const file of files) {
    let text = '';
    try {
      text = git(name, 'show', `${commit}:${file}`).slice(0, 20_000);
    } catch {
      continue; // a folder
    }
    if (
      /GNU (?:LESSER |AFFERO )?GENERAL PUBLIC|Mozilla Public License|Business Source|Creative Commons|Eclipse Public|Commons Clause/i.test(
        text.slice(0, 6000),
      ) &&
      !/Apache License/i.test(text.slice(0, 600))
    )
      return undefined;
    if (/Apache License,?\s+Version 2\.0/i.test(text)) found.add('Apache-2.0');
    else if (/Permission is hereby granted, free of charge/i.test(text)) found.add('MIT');
    else if (/Redistribution and use in source and binary forms/i.test(text)) found.add('BSD');
    else if (/Permission to use, copy, modify, and(?:\/or)? distribute this software/i.test(text)) found.add('ISC');
  }
  return found.size > 0 ? [...found].sort().join(' OR ') : undefined;
}
