import { describe, expect, it } from 'vitest';
import { findBacktracking } from '../../../scripts/lint-patterns.mjs';

describe('patterns for trailing blanks', () => {
  it.each([
    String.raw`text.replace(/\s+$/, '')`,
    String.raw`text.replace(/[ \t]+$/, '')`,
    String.raw`text.replace(/^[ \t\n]+|[ \t\n]+$/g, '')`,
    "text.replace(/[ |]+$/, '')",
    String.raw`/,*\s*$/.exec(text)`,
    "text.replace(/ *$/, '')",
  ])('are found: %s', (line) => expect(findBacktracking(`\n${line}\n`)).toEqual([2]));

  it.each([
    String.raw`/^\s*$/.test(text)`,
    String.raw`/^[ \t]+$/.test(text)`,
    String.raw`text.replace(/(?<!\s)\s+$/, '')`,
    String.raw`text.replace(/\([\s\S]*$/, '')`,
    String.raw`text.replace(/\s+/g, ' ')`,
    String.raw`/^([a-z]\w*)((?:a|b){0,3})\s*$/.exec(head)`,
  ])('are allowed where they are tried once: %s', (line) => expect(findBacktracking(line)).toEqual([]));
});
