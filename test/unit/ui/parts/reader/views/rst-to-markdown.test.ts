import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rstToMarkdown } from '../../../../../../src/ui/parts/reader/views/rst-to-markdown.ts';

const join = (...lines: string[]) => lines.join('\n');

describe('reStructuredText as Markdown', () => {
  it('has headings by their underlines, with and without a line above', () => {
    expect(rstToMarkdown(join('=====', 'Title', '=====', '', 'Part', '~~~~', 'text'))).toBe(
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
});
