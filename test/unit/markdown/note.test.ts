import { describe, expect, it } from 'vitest';
import { readNote } from '../../../src/markdown/note.ts';
import { makeLeafOf } from '../../support/make-leaf.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';

const kernel = await loadNodeKernel();
const targetsOf = (text: string) => readNote(text).links.map(({ target }) => target);

describe('links of a note', () => {
  it('are wikilinks, embeds, Markdown links and definitions, each at its first line', () => {
    const text = [
      'See [[Night heron]] and [[birds/Ibis#Nest|the ibis]].',
      '![[reed bed.png|300]] [egret](../birds/Great%20egret.md#food "t") | [[Crane\\|c]] |',
      '[again](<My notes/list (old).md>) [[Night heron]] [x](a(b).md)',
      '[ref]: other.md',
    ].join('\n');
    expect(readNote(text).links).toEqual([
      { target: 'Night heron', line: 1 },
      { target: 'birds/Ibis', line: 1 },
      { target: 'reed bed.png', line: 2 },
      { target: '../birds/Great egret.md', line: 2 },
      { target: 'Crane', line: 2 },
      { target: 'My notes/list (old).md', line: 3 },
      { target: 'a(b).md', line: 3 },
      { target: 'other.md', line: 4 },
    ]);
  });

  it.each([
    ['an address', '[a](https://x.test/a.md) [b](mailto:a@b.test) [c](//x.test/c)'],
    ['a place in the same file', '[a](#part) [[#part]]'],
    ['inline code', '`[[a]]` and ``[a](b.md) ` ``'],
    ['a fenced block', '```md\n[[a]]\n```\n\n- ~~~\n  [a](b.md)\n  ~~~\n'],
    ['a callout', '> [!note] Title\n> text'],
  ])('are not found in %s', (_, text) => {
    expect(targetsOf(text)).toEqual([]);
  });

  it('end with code spans and fences', () => {
    expect(targetsOf('```x``` is code, no fence\n\n[[d]]')).toEqual(['d']);
    expect(targetsOf('`x` [[a]]\n\n```\n[[b]]\n```\n\n[[c]] `')).toEqual(['a', 'c']);
  });
});

describe('tags and aliases of a note', () => {
  it.each([
    ['a flow list', '---\ntags: [a, "b c", #d]\naliases: ["X, Y", Z]\n---\n', ['a', 'b c', 'd'], ['X, Y', 'Z']],
    ['a list of lines', "---\ntags:\n  - a\n- b c\nalias:\n- 'X'\n---\n", ['a', 'b c'], ['X']],
    ['a text', '---\ntags: a, b c\naliases: X Y, Z\n---\n', ['a', 'b', 'c'], ['X Y', 'Z']],
    ['TOML', '+++\ntags = ["a",\n "b"]\n+++\n', ['a', 'b'], []],
    ['properties', 'tags:: a, [[b c]], #d\nalias:: X\n\ntext', ['a', 'b c', 'd'], ['X']],
    [
      'the text',
      'An #idea, (#to/do) #Über #日本 #a-b- x#no #1 ## Not #fff000\n#end',
      ['idea', 'to/do', 'Über', '日本', 'a-b', 'end'],
      [],
    ],
    ['wrong front matter', '---\ntags: [heron\naliases: {x: 1}\n---\n', [], ['{x: 1}']],
    ['a list with a comment', '---\ntags: [a, b] # c\n---\n', ['a', 'b'], []],
    ['text between two lines', '---\nA line\ntags: a\n---\n', [], []],
    ['unclosed front matter', '---\ntags: a\n\ntext', [], []],
  ])('come from %s', (_, text, tags, aliases) => {
    expect(readNote(text)).toMatchObject({ tags, aliases });
  });

  it('ignore code, anchors and tags that are too long', () => {
    expect(readNote(`\`#a\` [x](#b) #${'c'.repeat(10_000)}\n\n\`\`\`\n#d\n\`\`\`\n`).tags).toEqual([]);
  });
});

it('hostile notes take bounded work and keep bounded lists', () => {
  for (const sign of ['[[', '](', '\n[a]: b', ' #a', '`', '[[a]] ', '](a', '---\ntags: ', '```\n']) {
    const note = readNote(sign.repeat(200_000));
    expect(note.links.length + note.tags.length + note.aliases.length).toBeLessThanOrEqual(3_000);
  }
});

it('a text that begins with a definition is not copied for each of them', () => {
  expect(readNote('[a]: b.md\n'.repeat(1_000_000)).links).toEqual([{ target: 'b.md', line: 1 }]);
});

it('a leaf keeps tags and links, and a file without them has no bytes for them', () => {
  const { view } = makeLeafOf(kernel, '#t\n\n[[a]]\n');
  expect([view.tags, view.links]).toEqual([['t'], [{ target: 'a', line: 3 }]]);
  const sections = (text: string) => makeLeafOf(kernel, text).leaf[4];
  expect([sections('plain\n'), sections('#t\n')]).toEqual([6, 7]);
});
