/** Numbers as flags take them. */
import { InvalidArgumentError } from 'commander';
import { SMALLEST_CAP } from '../options.js';

export const whole = (value: string): number => {
  if (/^\d+$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number.');
};

export const positive = (value: string): number => {
  if (whole(value) > 0) return Number(value);
  throw new InvalidArgumentError('It must be at least 1.');
};

export const tokenCap = (value: string): number => {
  if (whole(value) >= SMALLEST_CAP) return Number(value);
  throw new InvalidArgumentError(`It must be at least ${SMALLEST_CAP}.`);
};

export const share = (value: string): number => {
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError('It must be between 0 and 1.');
};

/** Not only whole ones. */
export const atLeastOne = (value: string): number => {
  if (/^\d+(?:\.\d+)?$/.test(value) && Number(value) >= 1) return Number(value);
  throw new InvalidArgumentError('It must be a number of at least 1.');
};

/** 0: any that is free. */
export const port = (value: string): number => {
  if (whole(value) <= 65_535) return Number(value);
  throw new InvalidArgumentError('A port is at most 65535.');
};
