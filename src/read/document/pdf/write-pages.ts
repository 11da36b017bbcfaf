import { toPageText } from '../../../places/address.ts';
import type { DocumentText } from '../document-text.ts';
import { isBrokenWord } from '../join-words.ts';
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

/** Moves the rest of a word that was broken up to its start. */
function joinWords(lines: readonly PageLine[]): string[] {
  const texts = lines.map(({ text }) => text);
  for (let i = 0; i + 1 < texts.length; i++) {
    const text = texts[i] as string;
    const next = texts[i + 1] as string;
    if (!isBrokenWord(text, next)) continue;
    const [word = ''] = /^\S*/.exec(next) ?? [];
    texts[i] = text.slice(0, -1) + word;
    texts[i + 1] = next.slice(word.length).trim();
  }
  return texts;
}
