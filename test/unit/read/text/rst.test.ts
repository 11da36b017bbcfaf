import { describe, expect, it } from 'vitest';
import { listCuts, scanText } from '../../../support/scan-text.ts';

const list = (text: string) => listCuts('a.rst', text);

describe('headings of reStructuredText', () => {
  it('are titles by adornment, with levels in order of appearance; an overline makes another style', () => {
    const text = '=====\nTitle\n=====\n\nOne\n===\n\nTwo\n---\n\nThree\n~~~~~\n\nAgain\n=====\n';
    expect(list(text)).toEqual(['1 Title @1', '2 One @5', '3 Two @8', '4 Three @11', '2 Again @14']);
  });

  it.each([
    ['a directive and its content', '.. note::\n\n   Not a title\n   ===========\n'],
    ['a target, a comment and an anonymous target', '.. _x:\n.. comment\n__ a\n'],
    ['a literal block', 'Text::\n\n    Title\n    =====\n'],
    ['a grid table', '+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n'],
    ['a simple table', '=== ===\na   b\n=== ===\n1   2\n=== ===\n'],
    ['a transition', 'text\n\n----\n\ntext\n'],
    ['an adornment without text', '====\n====\n\n====\n'],
    ['an overline without an underline', '======\nTitle\n\ntext\n'],
    ['lines of two lengths', '======\nTitle\n=====\n'],
    ['a paragraph that a line of signs ends', 'first\nsecond\n======\n'],
    ['an item of a list', '- Title\n=======\n'],
    ['an option, a field and a doctest', ':field: x\n\n>>> a\n===\n'],
    ['an underline that is much too short', 'A long title\n==\n'],
    ['a line block', '| Title\n\n'],
  ])('are not found in %s', (_, text) => {
    expect(list(text)).toEqual([]);
  });

  it('are found right after targets, lists and tables, with an underline that is too short, and with CRLF turned into LF', () => {
    expect(list('.. _x:\nTitle\n=====\n* item\nAfter\n=====\n')).toEqual(['1 Title @2', '1 After @5']);
    expect(list('== ==\na  b\n== ==\n\nLong title\n=====\n')).toEqual(['1 Long title @5']);
    expect(list('1. Numbered\n===========\n')).toEqual(['1 1. Numbered @1']);
    expect(list('  \nTitle\n=====   \n')).toEqual(['1 Title @2']);
  });

  it('keep only their text', () => {
    const title = '``a*b`` :class:`~x.Y` :ref:`label <there>` *em* **strong** `link <u>`_ word_ \\*x\\* snake_case';
    expect(list(`${title}\n${'='.repeat(120)}\n`)).toEqual(['1 a*b Y label em strong link word *x* snake_case @1']);
  });

  it('take several lines: one without text joins the next section', () => {
    expect(scanText('a.rst', '===\nA b\n===\n').cuts).toEqual([
      { line: 1, endLine: 3, level: 1, what: 'heading', name: 'A b' },
    ]);
  });

  it('leave the title to a document that sets its own', () => {
    expect(scanText('a.rst', ':title: Given *one*\n\nTitle\n=====\n').title).toBe('Given one');
    expect(scanText('a.rst', '.. title:: Given\n\nTitle\n=====\n').title).toBe('Given');
  });
});
