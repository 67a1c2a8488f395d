import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const text = `#!/usr/bin/env lua
--- A queue of jobs that are tried again when they fail.
local json = require("json")
local log = require "app.log"

local LIMIT = 5

---@class Queue
local Queue = {}
Queue.__index = Queue

--- Creates an empty queue.
-- @param name what to call it
function Queue.new(name, ...)
  local self = setmetatable({}, Queue)
  self.name, self.jobs = name, { ... }
  return self
end

--- Adds a job at the end.
function Queue:push(job)
  table.insert(self.jobs, job)
end

Queue.size = function(self)
  return #self.jobs
end

local function retry(job, left)
  -- a job says itself whether it went well
  if left == 0 then return nil, "gave up" end
  local ok = pcall(job.run, job)
  return ok or retry(job, left - 1)
end

local drain = function(queue)
  while queue:size() > 0 do
    local job = table.remove(queue.jobs, 1)
    log.info(json.encode(job), retry(job, LIMIT))
  end
end

return { Queue = Queue, drain = drain }
`;

describe('Lua', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('queue.lua', text)).toBe(
      `document [1-43]
  statements [1-1]
  imports [2-4]
  statements [6-6]
  statements [8-10]
  function Queue.new [12-18]
  function Queue:push [20-23]
  function Queue.size [25-27]
  function retry [29-34]
  function drain [36-41]
  statements [43-43]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('queue.lua', text, 'Queue.new')).toEqual({
      signature: 'function Queue.new(name, ...)',
      docstring: 'Creates an empty queue.\n@param name what to call it',
    });
    expect(await definitionFacts('queue.lua', text, 'Queue:push')).toEqual({
      signature: 'function Queue:push(job)',
      docstring: 'Adds a job at the end.',
    });
  });

  it('has imports', async () => {
    expect((await treeOf('queue.lua', text)).meta?.imports).toEqual([
      'local json = require("json")',
      'local log = require "app.log"',
    ]);
  });

  it('finds the definitions around an error', async () => {
    const broken = `local function first()
  return 1
end

local function second()
  local x = = 2
  return x
end

function M.third()
  return 3
end

M.fourth = function() return 4 end
`;
    expect(await drawTree('queue.lua', broken)).toBe(
      `document [1-14]
  function first [1-3]
  function second [5-8]
  function M.third [10-12]
  function M.fourth [14-14]`,
    );
  });
});
