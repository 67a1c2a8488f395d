/** Random mixtures of what the texts of each format are made of, with the name that leads to the format. */
import fc from 'fast-check';
import { subjects } from '../contract/subjects.js';

export interface Mixture {
  readonly path: string;
  readonly text: string;
}

/** Names of formats whose files are no text: here, they name a text that was taken out of one. */
const extracted = ['report.pdf', 'letter.docx', 'note.eml', 'study.ipynb'];

const named = [
  ...subjects.filter(({ language }) => language === undefined).map(({ path, words }) => ({ path, words })),
  ...extracted.map((path) => ({
    path,
    words: ['From: a@b.c\n', '\n\n', 'A line of text.\n', '{"cells": []}', '%PDF-1.7\n'],
  })),
];

export const mixture: fc.Arbitrary<Mixture> = fc
  .constantFrom(...named)
  .chain(({ path, words }) =>
    fc
      .array(fc.constantFrom(...words, '\r\n', 'ü', '🪵', '﻿'), { maxLength: 120 })
      .map((some) => ({ path, text: some.join('') })),
  );
