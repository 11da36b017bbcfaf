import { parseHtml } from '../html/html-tree.ts';
import { isTemplate } from '../html/is-template.ts';
import { reduceTree } from '../html/reduce-html.ts';
import { fromUtf8, toUtf8 } from '../lib/bytes.ts';
import { countLines } from '../lib/lines.ts';
import type { ReadFile } from '../model/cut.ts';
import { toName } from './to-name.ts';

/** Converts a document to the Markdown that a crawl would save. Templates and app markup are code and stay unchanged. */
export function readHtml(text: Uint8Array): ReadFile {
  // The tokenizer treats a lone CR as a line end; we do not.
  const source = fromUtf8(text).replaceAll('\r', ' ');
  const root = parseHtml(source);
  const code = { bytes: text, language: 'html' };
  if (isTemplate(root, source)) return code;
  const { lines, markdown, title, facts } = reduceTree(root, findSavedUrl(source));
  // A page without readable text is kept as well: its title or a redirect may be all it has.
  if (lines.length === 0 && source.trim() !== '') return code;
  return {
    bytes: toUtf8(markdown),
    isMarkdown: true,
    sourceLines: Uint32Array.from(lines, ({ first }) => first),
    sourceLastLines: Uint32Array.from(lines, ({ last }) => last),
    sourceLineCount: countLines(source),
    title: toName(title),
    description: toName(facts.description),
  };
}

/** Finds the address that browsers note at the top of a page they save. */
function findSavedUrl(source: string): string {
  const url = /<!-- saved from url=\(\d{1,6}\)(https?:\/\/[^\s<>]{1,2000}) -->/.exec(source.slice(0, 5_000))?.[1] ?? '';
  return URL.canParse(url) ? url : '';
}
