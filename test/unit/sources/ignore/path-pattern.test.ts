import { describe, expect, it } from 'vitest';
import { matchesPath, parsePathPattern, toByteString } from '../../../../src/sources/ignore/path-pattern.ts';

function matches(pattern: string, path: string): boolean {
  return matchesPath(parsePathPattern(toByteString(pattern)), toByteString(path));
}

describe('a pattern of an ignore file', () => {
  it.each([
    // Wildcards stay within a segment.
    ['*.log', 'a.log', true],
    ['*.log', 'a/b.log', false],
    ['a*c', 'abbc', true],
    ['a?c', 'a/c', false],
    ['a*/c', 'ab/x/c', false],
    ['a[/]c', 'a/c', false],
    ['a[b/]c', 'abc', true],
    // A segment of stars matches any number of segments, at the end at least one.
    ['**/c', 'c', true],
    ['**/c', 'a/b/c', true],
    ['a/**/c', 'a/c', true],
    ['a/**/c', 'a/x/y/c', true],
    ['a/**', 'a/x/y', true],
    ['a/**', 'a', false],
    ['a/**/**', 'a/x', true],
    ['a/***/c', 'a/x/y/c', true],
    ['a**/c', 'ab/x/c', false],
    ['**/b/**/d', 'a/b/x/b/d', true],
    ['**/b/**/d', 'a/b/d/x', false],
    ['*/**/*.md', 'a/b/c.md', true],
    ['*/**/*.md', 'c.md', false],
    // The last star has to take more than once.
    ['*ab*ab', 'abaabab', true],
    ['*ab*abc', 'ababab', false],
    // Classes.
    ['[a-c]', 'b', true],
    ['[!a-c]', 'b', false],
    ['[^a-c]', 'd', true],
    ['[]a]', ']', true],
    ['[!]a]', ']', false],
    ['[a-]', '-', true],
    ['[\\]]', ']', true],
    ['[a-\\c]', 'b', true],
    ['[z-a]', 'z', true],
    ['[z-a]', 'm', false],
    ['[a-c-e]', 'd', false],
    ['[[:upper:][:digit:]_]', '7', true],
    ['[[:upper:]]', 'a', false],
    ['[[:space:]]', '\u000b', false],
    ['[[:]', ':', true],
    // Invalid patterns match nothing.
    ['[a', '[a', false],
    ['[a-', 'a', false],
    ['[[:bad:]]', 'b', false],
    ['a\\', 'a\\', false],
    // Quoted characters, and bytes of UTF-8.
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['a\\/b', 'a/b', true],
    ['?', 'é', false],
    ['??', 'é', true],
    ['[é]?', 'é', true],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it.each([
    ['*a'.repeat(2_000), 'a'.repeat(1_999)],
    [`${'**/a/'.repeat(200)}b`, `${'a/'.repeat(300)}c`],
    [`${'**/*a*'.repeat(40)}b`, `${'aaaa/'.repeat(200)}c`],
    [`${'*'.repeat(300_000)}c`, 'a/b'],
  ])('takes steps proportional to its length and the path: %#', (pattern, path) => {
    const work = { steps: 0 };
    expect(matchesPath(parsePathPattern(pattern), path, work)).toBe(false);
    expect(work.steps).toBeLessThan(2 * (pattern.length + 1) * (path.length + 1));
    expect(work.steps).toBeLessThan(100_100);
  });

  it('[E4] matches nothing if it takes more steps than any real one', () => {
    const path = `${'a'.repeat(2_000)}b`;
    expect(matches(`*${'a'.repeat(10)}b`, path)).toBe(true);
    expect(matches(`*${'?'.repeat(1_000)}[ab]${'a'.repeat(200)}b`, path)).toBe(false);
  });
});
