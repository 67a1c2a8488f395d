/** Numbers as flags take them. */
import { InvalidArgumentError } from 'commander';

export const whole = (value: string): number => {
  if (/^\d+$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number.');
};

export const positive = (value: string): number => {
  if (whole(value) > 0) return Number(value);
  throw new InvalidArgumentError('It must be at least 1.');
};

/** 0: any that is free. */
export const port = (value: string): number => {
  if (whole(value) <= 65_535) return Number(value);
  throw new InvalidArgumentError('A port is at most 65535.');
};
