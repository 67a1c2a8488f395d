import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const text = `#!/usr/bin/perl
# Sorts mail into folders.
package Mail::Sorter;

use strict;
use warnings;
use List::Util qw(first);
require Mail::Folder;

our $VERSION = '0.4';

=head1 NAME

Mail::Sorter - sorts mail by rules

=cut

# Takes the rules in the order in which they are tried.
sub new {
    my ($class, %args) = @_;
    my $self = { rules => $args{rules} || [], count => 0 };
    return bless $self, $class;
}

# Where does this message go?
sub folder_for {
    my ($self, $message) = @_;
    my $rule = first { $message =~ $_->{pattern} } @{ $self->{rules} };
    return $rule ? $rule->{folder} : 'inbox';
}

sub _log {
    my $line = shift;
    print STDERR "$line\\n";
}

package Mail::Sorter::Rule {
    sub matches {
        my ($self, $message) = @_;
        return $message =~ $self->{pattern};
    }
}

BEGIN { $| = 1 }

1;
`;

describe('Perl', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('sorter.pl', text)).toBe(
      `document [1-46]
  statements [1-3]
  imports [5-8]
  statements [10-10]
  comment [12-16]
  function new [18-23]
  function folder_for [25-30]
  function _log [32-35]
  module Mail::Sorter::Rule [37-42]
    function matches [38-41]
  statements [44-44]
  statements [46-46]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('sorter.pl', text, 'new')).toEqual({
      signature: 'sub new',
      docstring: 'Takes the rules in the order in which they are tried.',
    });
    expect(await definitionFacts('sorter.pl', text, 'folder_for')).toEqual({
      signature: 'sub folder_for',
      docstring: 'Where does this message go?',
    });
  });

  it('has imports', async () => {
    expect((await treeOf('sorter.pl', text)).meta?.imports).toEqual([
      'use strict;',
      'use warnings;',
      'use List::Util qw(first);',
      'require Mail::Folder;',
    ]);
  });

  it('finds the definitions around an error', async () => {
    const broken = `sub first {
    return 1;
}

sub second {
    my $x = (1, 2;
    return $x;
}

sub third {
    return 3;
}
`;
    expect(await drawTree('sorter.pl', broken)).toBe(
      `document [1-12]
  function first [1-3]
  function second [5-8]
  function third [10-12]`,
    );
  });
});
