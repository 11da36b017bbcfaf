import { describe, expect, it } from 'vitest';
import { listCuts, scanText } from '../../../support/scan-text.ts';

const list = (text: string) => listCuts('a.adoc', text);

describe('headings of AsciiDoc', () => {
  it('are marked by signs before the title, by a line below, or as in Markdown', () => {
    const text =
      '= Title\nAuthor <a@b.c>\n:toc:\n\n== One ==\n\ntext\n\n=== Two\n[[id]]\n==== Three\n\nFour\n----\n\n## Five\n';
    expect(list(text)).toEqual(['1 Title @1', '2 One @5', '3 Two @9', '4 Three @11', '2 Four @13', '2 Five @16']);
  });

  it.each([
    ['listing', '----\n== no\n\n== no\n----\n'],
    ['literal', '....\n== no\n....\n'],
    ['comment', '////\n== no\n////\n'],
    ['passthrough', '++++\n== no\n++++\n'],
    ['fence', '```ruby\n== no\n```\n'],
    ['example with a listing that holds its mark', '====\ntext\n\n----\n====\n== no\n----\n\n== no\n====\n'],
    ['table', '|===\n== no\n|===\n'],
    ['open block', '--\n== no\n\n== no\n--\n'],
    ['sidebar', '****\n\n== no\n****\n'],
  ])('are not found in a %s block, and are again after it', (_, block) => {
    expect(list(`${block}\n== Yes\n`).map((cut) => cut.replace(/ @.*/, ''))).toEqual(['2 Yes']);
  });

  it('exclude block titles, comments, paragraphs and lines of signs', () => {
    expect(list('.Block title\n----\nx\n----\n')).toEqual([]);
    expect(list('// == no\n')).toEqual([]);
    expect(list('text\n== no\n')).toEqual([]);
    expect(list('==\n\n=no\n\n======= no\n')).toEqual([]);
    expect(list('A much longer line\n-----\nx\n-----\n')).toEqual([]);
  });

  it('may follow block attributes, a block title or a comment', () => {
    expect(list('text\n[discrete]\n== A\n')).toEqual(['2 A @3']);
    expect(list('// why\n== A\n')).toEqual(['2 A @2']);
    expect(list('ifdef::x[]\n== A\nendif::[]\n== B\n')).toEqual(['2 A @2', '2 B @4']);
  });

  it('keep only their text, with attributes that the document sets', () => {
    const text = ':name: Quire\n\n== *Bold* `code` {name} link:x[label] <<id,there>> snake_case [[x]]\n';
    expect(list(text)).toEqual(['2 Bold code Quire label there snake_case @3']);
  });

  it('leave title and description to attributes', () => {
    const { title, description } = scanText('a.adoc', '= T\n:doctitle: Given\n:description: What it is\n\ntext\n');
    expect([title, description]).toEqual(['Given', 'What it is']);
    expect(scanText('a.adoc', '= T\n').title).toBeUndefined();
  });
});
