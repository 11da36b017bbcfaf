import { describe, expect, it } from 'vitest';
import { listCuts, scanText } from '../../../support/scan-text.ts';

describe('headings of Org', () => {
  it('lose keywords, priorities and tags', () => {
    const text =
      '#+TITLE: The [[u][title]]\n#+todo: OPEN(o) | SHUT(s)\n\n* TODO [#A] One =code= :tag:other:\n** OPEN Two\n*** SHUT\n* DONE Three: a :b\n';
    expect(listCuts('a.org', text)).toEqual(['1 One code @4', '2 Two @5', '1 Three: a :b @7']);
    expect(scanText('a.org', text).title).toBe('The title');
  });

  it('are stars in the first column followed by a space', () => {
    expect(listCuts('a.org', ' * a\n*b*\n**\n\t* c\n,* d\n******** deep\n')).toEqual(['6 deep @6']);
  });
});

describe('headings of TeX', () => {
  it('are sectioning commands; the highest of a file is level 1', () => {
    const text =
      '\\title{A \\emph{b}}\n\\section{One \\label{x}}\ntext \\subsection*{Two}\n\\subsubsection[short]{Three\n  goes on}\n';
    expect(listCuts('a.tex', text)).toEqual(['1 One @2', '2 Two @3', '3 Three goes on @4']);
    expect(scanText('a.tex', text).title).toBe('A b');
    expect(listCuts('b.tex', '\\part{P}\n\\chapter{C}\n\\section{S}\n')).toEqual(['1 P @1', '2 C @2', '3 S @3']);
  });

  it.each([
    ['comments', '% \\section{no}\na % \\section{no}\n'],
    ['verbatim text', '\\begin{verbatim}\n\\section{no}\n\\end{verbatim}\n'],
    ['listings', '\\begin{lstlisting}[a]\n\\section{no}\n\\end{lstlisting}\n'],
    ['definitions', '\\newcommand{\\x}{\\section{no}}\n\\titleformat{\\section}{a}\n'],
    ['longer names', '\\sectionmark{no}\n\\sections{no}\n'],
    ['a group that never ends', '\\section{no\n'],
  ])('are not found in %s', (_, text) => {
    expect(listCuts('a.tex', text)).toEqual([]);
  });

  it('keep only their text', () => {
    expect(listCuts('a.tex', "\\section{50\\% of \\textbf{x \\& y}~in $a^2$ {\\LaTeX} ``q''}\n")).toEqual([
      '1 50% of x & y in $a^2$ LaTeX "q" @1',
    ]);
  });
});
