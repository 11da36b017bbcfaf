import { expect, it } from 'vitest';
import { toPageAddress, toPageStem } from '../../../src/places/page-address.ts';

it.each([
  ['docs/a.md', 'docs-a-md'],
  ['C++ & more/READ_ME.MD', 'c-more-read-me-md'],
  ['--.--', 'file'],
  [`${'x'.repeat(90)}.md`, `${'x'.repeat(77)}-md`],
])('the page of a path in ASCII keeps the address that published sites have: %s', (path, stem) => {
  expect(toPageStem(path)).toBe(stem);
});

it('the page of any other path has an address that no other file changes, with the base letters of accented ones', () => {
  const paths = [
    '言語/中文笔记.md',
    '言語/東京の天気.md',
    '言語/一番.md',
    'Заметки.md',
    'ma.md',
    'mà.md',
    'má.md',
    '日'.repeat(90),
  ];
  const stems = paths.map(toPageStem);
  expect(new Set(stems).size).toBe(paths.length);
  for (const stem of stems) expect(stem).toMatch(/^[a-z0-9-]{2,90}$/);
  expect(toPageStem('été.md')).toBe('ete-md-lqrneu');
  expect(stems[0]).toMatch(/^md-[a-z0-9]{5,7}$/);
  expect(toPageStem('Projekte/Étude française.md')).toMatch(/^projekte-etude-francaise-md-[a-z0-9]{5,7}$/);
  expect(toPageAddress({ path: paths[0] as string }, undefined, 'https://x.test/collection/')).toBe(
    `https://x.test/pages/${stems[0]}.html`,
  );
});

it('the same name has the same address from every system, whether it composes accents or not', () => {
  expect(toPageStem('Étude.md'.normalize('NFD'))).toBe(toPageStem('Étude.md'.normalize('NFC')));
});
