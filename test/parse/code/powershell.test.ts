import { describe, expect, it } from 'vitest';
import { about, drawn, treeOf } from './drawn.js';

const text = `#requires -Version 7
<#
.SYNOPSIS
  Cleans up old backups.
#>
param(
    [string]$Path = './backups',
    [switch]$DryRun
)

using module ./Log.psm1
Import-Module Microsoft.PowerShell.Archive
. ./helpers.ps1

$Keep = 7

enum Age {
    Fresh
    Old
}

# One backup on disk.
class Backup {
    [string]$Name
    hidden [datetime]$Made

    Backup([string]$name) {
        $this.Name = $name
        $this.Made = Get-Date
    }

    [Age] Age([int]$days) {
        if ($this.Made -lt (Get-Date).AddDays(-$days)) { return [Age]::Old }
        return [Age]::Fresh
    }
}

# Lists what can go.
function Get-OldBackup {
    <# The newest are always kept. #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)]
        [string]$From
    )
    process {
        Get-ChildItem $From | Sort-Object LastWriteTime | Select-Object -SkipLast $Keep
    }
}

filter Remove-Quietly { Remove-Item $_ -ErrorAction SilentlyContinue }

Get-OldBackup -From $Path | Remove-Quietly
`;

describe('PowerShell', () => {
  it('is drawn as its author sees it', async () => {
    expect(await drawn('clean.ps1', text)).toBe(
      `document [1-53]
  statements [1-9]
  imports [11-13]
  statements [15-15]
  class Age [17-20]
    statements [18-19]
  class Backup [22-36]
    statements [24-25]
    method Backup [27-30]
    method Age [32-35]
  function Get-OldBackup [38-49]
  function Remove-Quietly [51-51]
  statements [53-53]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await about('clean.ps1', text, 'Backup')).toEqual({
      signature: 'class Backup',
      docstring: 'One backup on disk.',
    });
    expect(await about('clean.ps1', text, 'Get-OldBackup')).toEqual({
      signature: 'function Get-OldBackup',
      docstring: 'The newest are always kept.',
    });
  });

  it('says what it brings in', async () => {
    expect((await treeOf('clean.ps1', text)).meta?.imports).toEqual([
      'using module ./Log.psm1',
      'Import-Module Microsoft.PowerShell.Archive',
      '. ./helpers.ps1',
    ]);
  });

  it('is found around an error', async () => {
    const broken = `function Get-First {
    return 1
}

function Get-Second {
    if ($x -eq ) {
        return 2
    }
}

function Get-Third {
    return 3
}
`;
    expect(await drawn('clean.ps1', broken)).toBe(
      `document [1-13]
  function Get-First [1-3]
  function Get-Second [5-9]
  function Get-Third [11-13]`,
    );
  });
});
