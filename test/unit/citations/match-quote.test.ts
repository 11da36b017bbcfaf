import { describe, expect, it } from 'vitest';
import { toLikeness } from '../../../src/citations/match-quote.ts';
import { toPassage } from '../../../src/citations/passage.ts';

describe('the text found instead of a quotation', () => {
  it.each([
    ['Run the installer and wait for the harbour', 'Run the installer and wait for the lighthouse'],
    ['Sail the installer and wait for the lighthouse', 'Run the installer and wait for the lighthouse'],
    ['the installer and never wait for', 'the installer and wait for the'],
  ])('begins and ends where the quotation does: %s', (quote, expected) => {
    const passage = toPassage([
      { startLine: 5, text: '## Install\n\nRun the installer and wait for the lighthouse to shine.' },
    ]);
    const [start, end] = toLikeness(quote, passage).span;
    expect(passage.text.slice(start, end)).toBe(expected);
  });
});
