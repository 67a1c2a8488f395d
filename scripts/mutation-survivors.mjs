/**
 * Why a fault that no test notices does no harm. Faults are named by the code they were put into, not by its line:
 * `what stood there → what was put there`, the first line of each.
 */

/** @type {readonly { why: string, faults: Readonly<Record<string, readonly string[]>> }[]} */
export const explained = [];
