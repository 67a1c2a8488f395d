import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const contract = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./Base.sol";
import {Ownable as Own} from "./access/Ownable.sol";

uint256 constant LIMIT = 10;

error TooMany(uint256 count);

interface ILedger {
    function balanceOf(address who) external view returns (uint256);
}

library Halves {
    function half(uint256 x) internal pure returns (uint256) {
        return x / 2;
    }
}

/// @title Who owes whom
/// @notice Keeps one number for each account.
contract Ledger is Own, ILedger {
    using Halves for uint256;

    struct Entry {
        address who;
        uint256 amount;
    }

    enum State { Open, Closed }

    mapping(address => uint256) private balances;
    event Paid(address indexed who, uint256 amount);

    modifier whenSmall(uint256 n) {
        require(n < LIMIT, "too many");
        _;
    }

    constructor(address owner) Own(owner) {}

    /**
     * Pays half of it back.
     */
    function pay(
        address who,
        uint256 amount
    ) public virtual whenSmall(amount) returns (bool ok) {
        balances[who] += amount.half();
        emit Paid(who, amount);
        return true;
    }

    function balanceOf(address who) external view override returns (uint256) {
        return balances[who];
    }

    receive() external payable {}
    fallback() external {}
}

function free(uint256 x) pure returns (uint256) {
    return x;
}
`;

describe('Solidity', () => {
  it('is a tree of contracts and their functions', async () => {
    expect(await drawTree('Ledger.sol', contract)).toBe(
      `document [1-65]
  statements [1-2]
  imports [4-5]
  statements [7-7]
  statements [9-9]
  class ILedger [11-13]
    method balanceOf [12-12]
  class Halves [15-19]
    method half [16-18]
  class Ledger [21-61]
    statements [24-24]
    class Entry [26-29]
      statements [27-28]
    class State [31-31]
    statements [33-34]
    method whenSmall [36-39]
    method constructor [41-41]
    method pay [43-53]
    method balanceOf [55-57]
    method receive [59-59]
    method fallback [60-60]
  function free [63-65]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('Ledger.sol', contract, 'Ledger')).toEqual({
      signature: 'contract Ledger is Own, ILedger',
      docstring: `@title Who owes whom
@notice Keeps one number for each account.`,
    });
    expect(await definitionFacts('Ledger.sol', contract, 'pay')).toEqual({
      signature: `function pay(
        address who,
        uint256 amount
    ) public virtual whenSmall(amount) returns (bool ok)`,
      docstring: 'Pays half of it back.',
    });
    expect(await definitionFacts('Ledger.sol', contract, 'receive')).toEqual({
      signature: 'receive() external payable',
      docstring: undefined,
    });
  });

  it('has imports', async () => {
    expect((await treeOf('Ledger.sol', contract)).meta?.imports).toEqual([
      'import "./Base.sol";',
      'import {Ownable as Own} from "./access/Ownable.sol";',
    ]);
  });

  it('finds the contracts around a broken one', async () => {
    const broken = `contract Before {
    function one() public {}
}

contract Broken {
    function take(uint256 public {
        return;
    }
}

contract After {
    function two() public {}
}
`;
    expect(await drawTree('Ledger.sol', broken)).toBe(
      `document [1-13]
  class Before [1-3]
    method one [2-2]
  class Broken [5-9]
    method take [6-8]
  class After [11-13]
    method two [12-12]`,
    );
  });
});
