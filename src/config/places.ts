/** Where settings are kept. */
import { join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The user's own folder: `$XDG_CONFIG_HOME/froe`, or `~/.config/froe`. */
export const userFolder = (env: Environment, home: string): string =>
  join(env.XDG_CONFIG_HOME || join(home, '.config'), 'froe');

export const projectFolder = (root: string): string => join(root, '.froe');
