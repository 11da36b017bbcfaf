import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rstToMarkdown } from '../../../src/markdown/rst-to-markdown.ts';
import { parseProse } from '../../../src/ui/parts/reader/views/prose-blocks.ts';
import { listCuts } from '../../support/scan-text.ts';
import { toText } from './odd-markdown.ts';

const join = (...lines: string[]) => lines.join('\n');

describe('reStructuredText as Markdown', () => {
  it('has headings by their underlines, with and without a line above, at their levels in the file', () => {
    const text = join('=====', 'Title', '=====', '', 'Part', '~~~~', 'text');
    expect(rstToMarkdown(text)).toBe(join('', '# Title', '', '', '## Part', '', 'text'));
    expect(rstToMarkdown(text, (line) => (line === 4 ? 3 : undefined))).toBe(
      join('', '# Title', '', '', '### Part', '', 'text'),
    );
  });

  it('has code from directives and from double colons', () => {
    const text = join(
      'See this. ::',
      '',
      '    a = 1',
      '',
      'So',
      '',
      '.. code-block:: python',
      '   :linenos:',
      '',
      '   b = 2',
      '',
      'End',
    );
    expect(rstToMarkdown(text)).toBe(
      join('See this.', '```', 'a = 1', '```', 'So', '', '', '', '```', 'b = 2', '```', 'End'),
    );
  });

  it('has boxes, roles and links, and drops invisible directives', () => {
    const text = join(
      '.. _place:',
      '',
      '.. note:: Mind :class:`~flask.Flask`',
      '   and `this <https://x.org/>`_.',
      '',
      '``code`` :doc:`/quickstart`',
    );
    expect(rstToMarkdown(text)).toBe(
      join('', '', '> **note** Mind `Flask`', '> and [this](https://x.org/).', '', '``code`` `/quickstart`'),
    );
  });

  it('shows images of the collection, and drops the options of other images', () => {
    expect(
      rstToMarkdown(
        join(
          '.. image:: https://a.org/badge.svg',
          '   :target: https://a.org/',
          '   :alt: badge',
          '',
          '.. image:: img/crop.png',
          '   :alt: A crop',
          'text',
        ),
      ),
    ).toBe(join('', '', '', '', '![A crop](<img/crop.png>)', '', 'text'));
  });

  it('keeps the number of lines', () => {
    const line = fc.constantFrom(
      '',
      'Title',
      '=====',
      '~~~~~',
      'a::',
      '    x',
      '.. note:: n',
      '   m',
      '.. code-block:: c',
      '   :o:',
      '.. x',
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        expect(rstToMarkdown(join(...lines)).split('\n')).toHaveLength(lines.length);
      }),
    );
  });

  it.each([
    ['titles of four styles', ['A', '##', '', 'B', '!!!', '', '~~~~', 'C', '~~~~', '', 'D', '=====']],
    ['markup', ['``a*b`` :class:`~x.Y` *em* `link <https://u.test>`_ word_ |sub|', '='.repeat(70)]],
    [
      'titles in literal blocks, directives and tables',
      ['T::', '', '   no', '   ==', '', '== ==', 'a  b', '== ==', '', 'A', '--'],
    ],
    ['lines that are no titles', ['-----', '', 'one', 'two', '===', '', '- x', '===', '', 'A', '==']],
    ['an underline that is too short', ['A long title', '======', '', 'Another', '==']],
  ])('has the headings of the kernel: %s', (_, lines) => {
    const blocks = parseProse(rstToMarkdown(join(...lines)), 1);
    const shown = blocks.flatMap((block) => (block.type === 'heading' ? `${block.level} ${toText(block.inline)}` : []));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).toEqual(listCuts('a.rst', join(...lines, '')).map((cut) => cut.replace(/ @\d+$/, '')));
  });
});
