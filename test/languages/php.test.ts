import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const program = `<?php

declare(strict_types=1);

namespace App\\Mail;

use App\\Support\\Str;
use function App\\queue;

require __DIR__ . '/bootstrap.php';

trait Logs
{
    abstract protected function log(string $line): void;
}

enum Priority: string
{
    case High = 'h';
    case Low = 'l';

    public function label(): string { return ucfirst($this->name); }
}

/**
 * Sends mail, slowly.
 */
#[Service(tag: 'mail')]
final class Mailer extends Base implements Sends
{
    use Logs;

    public function __construct(private readonly string $from)
    {
        parent::__construct();
    }

    /**
     * Sends one letter.
     */
    #[Retry(3)]
    public function send(
        string $to,
        string ...$copies,
    ): bool {
        return queue($to, fn (string $copy) => Str::lower($copy));
    }
}

if (! function_exists('mailer')) {
    function mailer(): Mailer
    {
        return new Mailer('me@example.org');
    }
}

interface Sends
{
    public function send(string $to): bool;
}
`;

const broken = `<?php

function before()
{
    return 1;
}

function broken()
{
    $x = (1 + ;
}

class After
{
    public function fine()
    {
        return 2;
    }
}
`;

describe('PHP', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('Mailer.php', program)).toBe(`document [1-60]
  statements [1-1]
  statements [3-3]
  statements [5-5]
  imports [7-8]
  imports [10-10]
  class Logs [12-15]
    method log [14-14]
  class Priority [17-23]
    statements [19-20]
    method label [22-22]
  class Mailer [25-48]
    statements [31-31]
    method __construct [33-36]
    method send [38-47]
  function mailer [50-55]
  class Sends [57-60]
    method send [59-59]`);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('Mailer.php', program, 'send')).toEqual({
      signature: `#[Retry(3)]
    public function send(
        string $to,
        string ...$copies,
    ): bool`,
      docstring: 'Sends one letter.',
    });
    expect(await definitionFacts('Mailer.php', program, 'Mailer')).toEqual({
      signature: `#[Service(tag: 'mail')]
final class Mailer extends Base implements Sends`,
      docstring: 'Sends mail, slowly.',
    });
  });

  it('has imports and exports', async () => {
    const { children, meta } = await treeOf('Mailer.php', program);
    expect(meta?.imports).toEqual([
      'use App\\Support\\Str;',
      'use function App\\queue;',
      "require __DIR__ . '/bootstrap.php';",
    ]);
    expect(children.filter((child) => child.meta?.exported).map((child) => child.name)).toEqual([
      'Logs',
      'Priority',
      'Mailer',
      'mailer',
      'Sends',
    ]);
  });

  it('finds the definitions around an error', async () => {
    expect(await drawTree('broken.php', broken)).toBe(`document [1-19]
  statements [1-1]
  function before [3-6]
  function broken [8-11]
  class After [13-19]
    method fine [15-18]`);
  });
});
