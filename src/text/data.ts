/** YAML and TOML. Their libraries take 50 ms to load, and most runs need neither: they are loaded with the first text. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export function parseYaml(text: string): unknown {
  const yaml = require('yaml') as typeof import('yaml'); // require() knows no types
  return yaml.parse(text, { logLevel: 'error' }); // its warnings are printed
}

export function parseToml(text: string): unknown {
  const toml = require('smol-toml') as typeof import('smol-toml'); // require() knows no types
  return toml.parse(text);
}
