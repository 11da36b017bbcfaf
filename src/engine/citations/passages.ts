import { type Passage, toPassage } from '../../citations/passage.ts';
import type { ChunkRow } from '../../kernel/contract.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { toRows } from '../search/to-chunks.ts';

export interface QuotePlace {
  readonly path: string;
  readonly lines: readonly [number, number];
}

/** Texts of a collection to search for quotations. */
interface Passages {
  /** A chunk with as many of its neighbours as a quotation of this length may reach into. */
  around(fileIndex: number, chunkIndex: number, chars: number): Promise<Passage>;
  /** The chunks on these lines of a file. */
  within(place: QuotePlace): Promise<Passage | undefined>;
  /** The text of these lines from their chunks. */
  lines(place: QuotePlace): Promise<string>;
  numbered(place: QuotePlace): Promise<readonly NumberedLine[]>;
}

export interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

interface NumberedRow {
  readonly row: ChunkRow;
  readonly chunkIndex: number;
}

/** Characters of texts that are kept while one answer is checked: its claims cite the same files again and again. */
const MAX_KEPT_CHARS = 16_000_000;

export function createPassages(open: SearchedCollection): Passages {
  const kept = new Map<string, Promise<string>>();
  let keptChars = 0;

  async function listRows(fileIndex: number): Promise<readonly NumberedRow[]> {
    await open.prepareChunks([fileIndex]);
    return toRows(open, fileIndex).map((row, chunkIndex) => ({ row, chunkIndex }));
  }

  async function readTexts(fileIndex: number, rows: readonly NumberedRow[]) {
    if (keptChars > MAX_KEPT_CHARS) {
      kept.clear();
      keptChars = 0;
    }
    const toKey = ({ chunkIndex }: NumberedRow): string => `${fileIndex}:${chunkIndex}`;
    const missing = rows.filter((row) => !kept.has(toKey(row)));
    const places = missing.map(({ row: { startByte, endByte }, chunkIndex }) => ({
      ...{ fileIndex, chunkIndex, startByte, endByte },
    }));
    const reading = open.readTexts(places);
    for (const [i, row] of missing.entries()) {
      kept.set(
        toKey(row),
        reading.then((texts) => texts[i] as string),
      );
      keptChars += row.row.chars;
    }
    const texts = await Promise.all(rows.map((row) => kept.get(toKey(row)) as Promise<string>));
    return rows.map(({ row: { startLine } }, i) => ({ startLine, text: texts[i] as string }));
  }

  /** Reads the chunks on these lines, in order; returns none if the file is missing. */
  async function readOn({ path, lines: [first, last] }: QuotePlace) {
    const fileIndex = open.findFileIndex(path);
    if (fileIndex === undefined) return [];
    const rows = await listRows(fileIndex);
    return readTexts(
      fileIndex,
      rows.filter(({ row }) => row.endLine >= first && row.startLine <= last),
    );
  }

  async function numbered(place: QuotePlace): Promise<readonly NumberedLine[]> {
    const [first, last] = place.lines;
    return (await readOn(place))
      .flatMap(({ startLine, text }) => text.split('\n').map((line, i) => ({ line: startLine + i, text: line })))
      .filter(({ line }) => line >= first && line <= last);
  }

  return {
    async around(fileIndex, chunkIndex, chars) {
      const rows = await listRows(fileIndex);
      let first = chunkIndex;
      let last = chunkIndex;
      for (let room = chars * 2; first > 0 && room > 0; first--) room -= (rows[first - 1] as NumberedRow).row.chars;
      for (let room = chars * 2; last < rows.length - 1 && room > 0; last++)
        room -= (rows[last + 1] as NumberedRow).row.chars;
      return toPassage(await readTexts(fileIndex, rows.slice(first, last + 1)));
    },
    async within(place) {
      const texts = await readOn(place);
      return texts.length === 0 ? undefined : toPassage(texts);
    },
    numbered,
    lines: async (place) => (await numbered(place)).map(({ text }) => text).join('\n'),
  };
}
