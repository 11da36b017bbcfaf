import { describe, expect, it } from 'vitest';
import { SKIP_CODES } from '../../../../src/model/site/site.ts';
import { describeOutcome } from '../../../../src/ui/words/pages.ts';

describe('the outcome of an address', () => {
  it('has different words for every skip reason', () => {
    const said = SKIP_CODES.map((code) => describeOutcome(code));
    expect(said.filter((text) => !text.includes(' '))).toEqual([]);
    expect(new Set(said).size).toBe(SKIP_CODES.length);
  });

  it('names the blocking pattern, with its hidden characters, and the status of the answer', () => {
    expect(describeOutcome('blocked:/old/**\u202e')).toBe('excluded by your pattern /old/**\\u{202e}');
    expect(describeOutcome('http', 404)).toBe('not found (404)');
    expect(describeOutcome('http')).toBe('HTTP error');
  });

  it('shows an unknown code unchanged', () => {
    expect(describeOutcome('of-a-later-version')).toBe('of-a-later-version');
  });
});
