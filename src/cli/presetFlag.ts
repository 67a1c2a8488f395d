/** A whole way of cutting, as a flag: of the commands that cut, and of those that keep an index. */
import { Option } from 'commander';
import { presetNames } from '../options.js';

export const presetFlag = (): Option =>
  new Option('--preset <name>', 'a whole way of cutting by one word; other flags win').choices(presetNames);
