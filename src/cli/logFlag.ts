/** `--log json`: what is told on standard error as lines of JSON, with the events that nobody else is told. */
import { type Command, Option } from 'commander';
import { logAsJson } from './talk.js';

interface LogFlag {
  readonly log: 'text' | 'json';
}

export const withLog = (command: Command): Command =>
  command
    .addOption(
      new Option('--log <form>', 'standard error in words, or as lines of JSON with more events')
        .choices(['text', 'json'])
        .default('text'),
    )
    .hook('preAction', (action) => {
      if (action.opts<LogFlag>().log === 'json') logAsJson();
    });
