import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitName } from '../../../../src/ui/text/visible-text.ts';

describe('a name that may be truncated', () => {
  it.each([
    ['django/contrib/admin/tests/contenttypes/test_checks.py', '/test_checks.py'],
    ['Flask.blueprint.register_blueprint', '_blueprint'],
    ['sphinx/domains/extensions/autodoc.rst', '/autodoc.rst'],
    ['docs/ref/models/querysets.txt', '/querysets.txt'],
  ])('%s ends with whole words', (name, end) => {
    const [head, tail] = splitName(name, 24);
    expect(head + tail).toBe(name);
    expect(tail.endsWith(end)).toBe(true);
    expect('/._').toContain(tail[0]);
  });

  it('has no separate end where its last word is too long', () => {
    expect(splitName('x'.repeat(80), 24)).toEqual(['x'.repeat(80), '']);
  });

  it('keeps every character', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 40 }), (name, tail) => {
        expect(splitName(name, tail).join('')).toBe(name);
      }),
    );
  });
});
