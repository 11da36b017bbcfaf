import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FailCode, SKIP_CODES } from '../../../../src/model/site/site.ts';
import type { SkipReason } from '../../../../src/model/skip.ts';
import { describeProblem } from '../../../../src/ui/words/describe-problem.ts';
import { pagesWords } from '../../../../src/ui/words/pages.ts';
import { words } from '../../../../src/ui/words/words.ts';

/** Reads the members of a union of string literals from its source, so that a new member cannot be forgotten here. */
function listMembers(file: string, type: string): readonly string[] {
  const code = readFileSync(file, 'utf8').replaceAll(/\/\*\*.*?\*\//g, '');
  const source = code.split(`export type ${type} =`)[1]?.split(';')[0] ?? '';
  return [...source.matchAll(/\| '([^']+)'/g)].map((match) => match[1] as string);
}

const ERRORS = listMembers('src/model/app-error.ts', 'ErrorCode');
const SKIPS = listMembers('src/model/skip.ts', 'SkipReason') as readonly SkipReason[];
const FAILURES = listMembers('src/model/site/site.ts', 'FailCode') as readonly FailCode[];
/** Other warnings carry the sentence of the part that found them. */
const REFUSALS = ['empty', 'incomplete', 'binary', 'encoding', 'encrypted', 'unreadable'] as const;

const SECTIONS: readonly (readonly [title: string, messages: readonly (readonly [code: string, text: string])[]])[] = [
  ['Errors', ERRORS.map((code) => [code, describeProblem({ code, message: '', details: {} })])],
  ['Skipped files', SKIPS.map((code) => [code, words.files.reasons[code]])],
  ['Files without text', REFUSALS.map((code) => [code, words.files.noText(code)])],
  ['Skipped addresses', SKIP_CODES.map((code) => [code, pagesWords.skipCodes[code]])],
  ['Failed addresses', FAILURES.map((code) => [code, pagesWords.failCodes[code]])],
];

describe('every message', () => {
  it.each(SECTIONS)('%s: each code has words', (_, messages) => {
    expect(messages.length).toBeGreaterThan(5);
    expect(messages.filter(([code, text]) => !text || isFallback(code, text))).toEqual([]);
  });

  it('is on one page, to be read in one go', async () => {
    const page = SECTIONS.map(([title, messages]) =>
      [`# ${title}`, ...messages.map(([code, text]) => `- \`${code}\`: ${text}`)].join('\n'),
    );
    await expect(`${page.join('\n\n')}\n`).toMatchFileSnapshot('every-message.md');
  });
});

/** True for the text that a code without words gets; only the unexpected error has no other. */
function isFallback(code: string, text: string): boolean {
  if (code === 'app/unexpected') return false;
  return text.includes(`Details: ${code}.`) || text.includes('no readable text');
}
