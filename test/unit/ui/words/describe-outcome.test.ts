import { describe, expect, it } from 'vitest';
import { SKIP_CODES } from '../../../../src/model/site/site.ts';
import { describeOutcome } from '../../../../src/ui/words/describe-outcome.ts';

describe('what became of an address', () => {
  it('is said in words for every reason to leave one out, each differently', () => {
    const said = SKIP_CODES.map((code) => describeOutcome(code));
    expect(said.filter((text) => !text.includes(' '))).toEqual([]);
    expect(new Set(said).size).toBe(SKIP_CODES.length);
  });

  it('names the pattern that blocked it, with its hidden characters, and the status it was answered with', () => {
    expect(describeOutcome('blocked:/old/**\u202e')).toBe('left out by your pattern /old/**\\u{202e}');
    expect(describeOutcome('http', 404)).toBe('not there any more or never was (404)');
    expect(describeOutcome('http')).toBe('answered with an error');
  });

  it('shows a code that it does not know as it is', () => {
    expect(describeOutcome('of-a-later-version')).toBe('of-a-later-version');
  });
});
