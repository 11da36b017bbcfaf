import { describe, expect, it } from 'vitest';
import { toCollectionLabels } from '../../../../src/engine/together/collection-labels.ts';
import { isSecondary } from '../../../../src/kinds/secondary.ts';

describe('the label of a collection among others', () => {
  it('is its name as one path segment, and unique', () => {
    expect(toCollectionLabels(['Flask', 'my docs (2024)', 'flask', 'a/b:c', '', '../..', '文档'])).toEqual([
      'Flask',
      'my-docs-2024',
      'flask-2',
      'a-b-c',
      'collection',
      'collection-2',
      '文档',
    ]);
  });

  it('never makes a whole collection count as tests or change logs', () => {
    for (const label of toCollectionLabels(['tests', 'Examples', 'vendor', 'releases', 'fixtures']))
      expect(isSecondary(`${label}/src/a.py`, true), label).toBe(false);
  });

  it('is short, and has whole characters', () => {
    const [label] = toCollectionLabels(['🪿'.repeat(5_000)]);
    expect(Array.from(label as string).length).toBeLessThanOrEqual(44);
    expect(label).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });
});
