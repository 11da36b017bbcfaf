import type { Kernel } from '../../kernel/contract.ts';
import { findSecondary } from '../../kinds/secondary.ts';
import type { SymbolSpan } from '../../model/chunk.ts';
import { isCodeKind } from '../../model/kind.ts';
import { toDotted } from '../../search/filters.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { findOccurrences } from './find-occurrences.ts';
import type { FileOccurrences, FileReferences, OccurrenceLine, ReferenceLine, References } from './occurrence.ts';

/** Lists the lines of a name as a whole word in this case, definitions first, comments and tests last. */
export async function listReferences(kernel: Kernel, open: SearchedCollection, name: string): Promise<References> {
  const files: FileReferences[] = [];
  if (name.trim() !== '') {
    const wish = { query: name, how: { case: true, word: true }, literal: true, limit: Number.POSITIVE_INFINITY };
    for (let from: number | undefined = 0; from !== undefined; ) {
      const page = await findOccurrences(kernel, open, { ...wish, from });
      for (const file of page.files) files.push(await toReferences(kernel, open, file, name));
      from = page.next;
    }
  }
  const all = files.flatMap(({ lines }) => lines);
  const definitions = all.filter(({ what }) => what === 'definition').length;
  return { files: sortFiles(files), definitions, uses: all.length - definitions };
}

async function toReferences(
  kernel: Kernel,
  open: SearchedCollection,
  file: FileOccurrences,
  name: string,
): Promise<FileReferences> {
  const isCode = isCodeKind(file.kind);
  const fileIndex = open.findFileIndex(file.path);
  const symbols = fileIndex === undefined ? [] : kernel.readLeaf(await open.readLeaf(fileIndex)).symbols;
  const defining = findDefiningLines(symbols, file.lines, name);
  const whatOf = (line: OccurrenceLine): ReferenceLine['what'] =>
    defining.has(line.line) ? 'definition' : isCode && isComment(line) ? 'comment' : 'use';
  const lines = file.lines.map((line): ReferenceLine => ({ ...line, what: whatOf(line) }));
  return {
    ...file,
    isTest: findSecondary(file.path, isCode) === 'test',
    lines: lines.sort((a, b) => ORDER[a.what] - ORDER[b.what] || a.line - b.line),
  };
}

const ORDER = { definition: 0, use: 1, comment: 2 } as const;

/** Returns the first line of each symbol of this name that has it: attributes and comments may come before. */
function findDefiningLines(
  symbols: readonly SymbolSpan[],
  lines: readonly OccurrenceLine[],
  name: string,
): ReadonlySet<number> {
  const wanted = `.${toDotted(name)}`;
  return new Set(
    symbols.flatMap((symbol) => {
      if (!`.${toDotted(symbol.name)}`.endsWith(wanted)) return [];
      const own = lines.filter(({ line }) => line >= symbol.startLine && line <= symbol.endLine);
      return (own.find((line) => !isComment(line)) ?? own[0])?.line ?? [];
    }),
  );
}

const COMMENT_LINE =
  /^\s*(?:\/\/|\/\*|\*(?:\s|$)|#(?![[!]|(?:define|include|if|elif|undef|pragma)\b)|--\s|;|%\s|<!--|"""|''')/;
const COMMENT_END = /(?:^|\s)(?:\/\/|\/\*|#|--)\s/;

/** Returns whether the first match of a line of code is in a comment, by the usual marks. */
function isComment({ text, ranges: [first] }: OccurrenceLine): boolean {
  return COMMENT_LINE.test(text) || COMMENT_END.test(text.slice(0, first?.[0]));
}

function sortFiles(files: readonly FileReferences[]): FileReferences[] {
  const rankOf = ({ lines, isTest }: FileReferences): number =>
    (isTest ? 3 : 0) + ORDER[(lines[0] as ReferenceLine).what];
  return files
    .map((file) => ({ file, rank: rankOf(file) }))
    .sort((a, b) => a.rank - b.rank || (a.file.path < b.file.path ? -1 : 1))
    .map(({ file }) => file);
}
