/** The languages whose references are read, by the same ids as `languages/`. */
import { c, cpp } from './c.js';
import { csharp } from './csharp.js';
import { dart } from './dart.js';
import { elixir } from './elixir.js';
import { go } from './go.js';
import { javascript, tsx, typescript } from './javascript.js';
import { java, kotlin, scala } from './jvm.js';
import { lua } from './lua.js';
import { php } from './php.js';
import { python } from './python.js';
import type { ReferenceSyntax } from './referenceSyntax.js';
import { ruby } from './ruby.js';
import { rust } from './rust.js';
import { swift } from './swift.js';

export const referenceSyntaxes: Readonly<Record<string, ReferenceSyntax>> = {
  c,
  cpp,
  csharp,
  dart,
  elixir,
  go,
  java,
  javascript,
  jsx: javascript,
  kotlin,
  lua,
  php,
  python,
  ruby,
  rust,
  scala,
  swift,
  tsx,
  typescript,
};
