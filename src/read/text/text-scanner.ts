import type { Cut, CutWhat, ReadFile } from '../../model/cut.ts';
import type { Lines } from './lines.ts';

/** Result of a scanner. Without cuts the text lacks the structure its name promises, and is chunked as plain text. */
export type TextScan = Required<Pick<ReadFile, 'cuts'>> & Pick<ReadFile, 'title' | 'description' | 'context' | 'links'>;

/** Reads the lines of one format: total, linear, no stack. `targetChars` decides only which members are split and how entries are packed. */
export type TextScanner = (lines: Lines, targetChars: number) => TextScan;

/** `line` is 0-based, as everywhere in scanners; cuts are 1-based. `endLine` is the last line of the heading, inclusive. */
export function headingAt(line: number, level: number, name: string, endLine = line): Cut {
  const cut = { line: line + 1, level, what: 'heading', name } as const;
  return endLine === line ? cut : { ...cut, endLine: endLine + 1 };
}

export function addressAt(line: number, level: number, name: string): Cut {
  return { line: line + 1, level, what: 'address', name };
}

/** Kinds of declarations by the words that begin them; words that mean the same kind share a row. */
export function toWhats(rows: Partial<Record<CutWhat, string>>): ReadonlyMap<string, CutWhat> {
  return new Map(
    Object.entries(rows).flatMap(([what, words]) => words.split(' ').map((word) => [word, what as CutWhat])),
  );
}
