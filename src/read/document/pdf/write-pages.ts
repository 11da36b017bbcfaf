import { toPageText } from '../../../model/address/address.ts';
import type { DocumentText } from '../document-text.ts';
import type { PageLine } from './page-lines.ts';
import type { PdfHeadings } from './pdf-headings.ts';

/** Writes one section per page; joins words that were hyphenated at the end of a line. */
export function writePages(pages: readonly (readonly PageLine[])[], headings: PdfHeadings, out: DocumentText): void {
  for (const [i, page] of pages.entries()) {
    out.place(toPageText('p.', i + 1));
    const texts = joinWords(page);
    for (const [at, line] of page.entries()) {
      const heading = headings.get(line);
      if (heading || isApart(page[at - 1], line)) out.gap();
      if (heading) out.nameNext(heading.level, heading.name);
      out.line(texts[at] ?? '');
    }
  }
}

/** Lines of different sizes, or farther apart than the lines of one paragraph. */
function isApart(above: PageLine | undefined, line: PageLine): boolean {
  if (!above) return true;
  const distance = line.y - above.y;
  const height = Math.max(above.height, line.height);
  return distance < -height || distance > height * 1.6;
}

/** A hyphen at the end of a line before a lower-case letter came from the line break; the rest of the word moves up. */
function joinWords(lines: readonly PageLine[]): string[] {
  const texts = lines.map(({ text }) => text);
  for (let i = 0; i + 1 < texts.length; i++) {
    const text = texts[i] as string;
    const next = texts[i + 1] as string;
    if (!/[A-Za-z\u00c0-\u024f\u0370-\u04ff][-\u00ad\u2010]$/.test(text)) continue;
    const word = /^[a-z\u00df-\u00f6\u00f8-\u00ff\u03ac-\u03ce\u0430-\u045f]\S*/.exec(next)?.[0];
    if (word === undefined) continue;
    texts[i] = text.slice(0, -1) + word;
    texts[i + 1] = next.slice(word.length).trim();
  }
  return texts;
}
