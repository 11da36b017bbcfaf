import { toBaseName } from '../lib/base-name.ts';
import type { ReadFile } from '../model/cut.ts';
import type { RecognisedPage } from '../model/recognised.ts';
import { DocumentText, joinWords } from './document/document-text.ts';

/**
 * Writes the text of a page that was recognised. Chunks that begin in it say so in their context, with the confidence; in a chunk that begins
 * before it, a line says so.
 */
export function writeRecognised(
  out: DocumentText,
  { confidence, lines }: RecognisedPage,
  { head = [], isAfterText = false }: { readonly head?: readonly string[]; readonly isAfterText?: boolean },
): void {
  const mark = `Text recognised in a picture (OCR), ${confidence} % sure`;
  if (lines.length > 0) out.standBelow([mark]);
  if (lines.length > 0 && isAfterText) out.line(`[${mark}]`);
  for (const line of head) out.line(line);
  const texts = joinWords(lines);
  for (const [i, { beginsParagraph }] of lines.entries()) {
    if (beginsParagraph) out.gap();
    out.line(texts[i] ?? '');
  }
  out.standBelow([]);
}

/** Reads a picture whose text was recognised: the lines that every picture has, then that text. */
export function readImage(path: string, page: RecognisedPage, maxBytes: number): ReadFile {
  const out = new DocumentText(path, maxBytes);
  writeRecognised(out, page, { head: [`Image: ${toBaseName(path)}`, `Source: ${path}`] });
  return { ...out.finish(), document: { ocrPages: [1] } };
}
