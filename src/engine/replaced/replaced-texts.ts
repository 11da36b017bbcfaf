import type { Kernel } from '../../kernel/contract.ts';
import { concatBytes, fromUtf8, toHex } from '../../lib/bytes.ts';
import { LIMITS } from '../../model/limits.ts';
import type { OwnRecords } from '../collection/collection-records.ts';
import { TEXTS } from './texts-key.ts';

/** A chunk of an earlier state, and the place of its text. */
interface ReplacedRow {
  /** Full id of the chunk. */
  readonly id: string;
  readonly path: string;
  readonly lines: readonly [number, number];
  readonly source: string;
  /** Hash of the text, hex. */
  readonly hash: string;
  /** Span in the bytes of its piece. */
  readonly start: number;
  readonly end: number;
  /** Filter of the words the text may contain. */
  readonly filter: Uint8Array;
}

export interface FoundRow extends ReplacedRow {
  readonly piece: string;
}

/** A text to add; rows of the same text share its bytes. */
export interface ReplacedText {
  readonly hash: string;
  readonly bytes: Uint8Array;
  readonly filter: Uint8Array;
  readonly places: readonly Pick<ReplacedRow, 'id' | 'path' | 'lines' | 'source'>[];
}

/**
 * Texts of chunks that recent states had and the current one lacks, each once [P8]. They are stored under the id of the last snapshot that had
 * them, in pieces of half a megabyte: `texts/<snapshot>/<piece>/rows` and `…/bytes`.
 */
export interface ReplacedTexts {
  /** Lists rows, newest first. */
  list(): Promise<readonly FoundRow[]>;
  /** Returns undefined if the text is gone or its bytes have changed. */
  read(row: FoundRow): Promise<string | undefined>;
  /** Adds texts last seen in this snapshot, and drops the oldest texts over the limit. */
  add(snapshotId: string, texts: AsyncIterable<ReplacedText>): Promise<void>;
  /** Drops the texts of snapshots before this one. */
  dropBefore(snapshotId: string): Promise<void>;
  removeSource(sourceId: string): Promise<void>;
}

const TABLE = 'snapshots';
const PIECE_BYTES = 1 << 19;

interface PieceRows {
  readonly rows: readonly ReplacedRow[];
  readonly bytes: number;
}

export function createReplacedTexts(kernel: Pick<Kernel, 'sha256'>, records: OwnRecords): ReplacedTexts {
  const listPieces = async (): Promise<(readonly [string, PieceRows])[]> => {
    const keys = (await records.listKeys(TABLE, TEXTS)).filter((key) => key.endsWith('/rows'));
    const found = await Promise.all(
      keys.map(async (key) => [toPiece(key), await records.get<PieceRows>(TABLE, key)] as const),
    );
    return found.flatMap(([piece, value]) => (value === undefined ? [] : [[piece, value] as const]));
  };
  const removePiece = (piece: string): Promise<void> => records.deletePrefix(TABLE, `${piece}/`);
  const writePiece = async (piece: string, rows: readonly ReplacedRow[], bytes: Uint8Array): Promise<void> => {
    await records.put(TABLE, `${piece}/bytes`, bytes);
    // Rows last: bytes without rows are never read.
    await records.put(TABLE, `${piece}/rows`, { rows, bytes: bytes.length } satisfies PieceRows);
  };

  /** Rewrites the pieces that lose rows. */
  async function filter(isKept: (row: ReplacedRow) => boolean, pieces: readonly (readonly [string, PieceRows])[]) {
    for (const [piece, { rows }] of pieces) {
      const kept = rows.filter(isKept);
      if (kept.length === rows.length) continue;
      const bytes = await records.get<Uint8Array>(TABLE, `${piece}/bytes`);
      if (kept.length === 0 || bytes === undefined) await removePiece(piece);
      else await writePiece(piece, ...closeUp(kept, bytes));
    }
  }

  async function dropOldest(): Promise<void> {
    const pieces = await listPieces();
    let bytes = pieces.reduce((sum, [, own]) => sum + own.bytes, 0);
    for (const [piece, own] of pieces) {
      if (bytes <= LIMITS.replacedTextBytes) return;
      bytes -= own.bytes;
      await removePiece(piece);
    }
  }

  return {
    async list() {
      const pieces = (await listPieces()).reverse();
      return pieces.flatMap(([piece, { rows }]) => rows.map((row) => ({ ...row, piece })));
    },
    async read({ piece, start, end, hash }) {
      const bytes = (await records.get<Uint8Array>(TABLE, `${piece}/bytes`))?.subarray(start, end);
      return bytes !== undefined && toHex(kernel.sha256(bytes)) === hash ? fromUtf8(bytes) : undefined;
    },
    async add(snapshotId, texts) {
      const before = await listPieces();
      const added = new Set<string>();
      let total = 0;
      let number = before.filter(([piece]) => toSnapshot(piece) === snapshotId).length;
      let rows: ReplacedRow[] = [];
      let parts: Uint8Array[] = [];
      let length = 0;
      const flush = async (): Promise<void> => {
        if (length === 0) return;
        await writePiece(`${TEXTS}${snapshotId}/${String(number++).padStart(6, '0')}`, rows, concatBytes(parts));
        [rows, parts, length] = [[], [], 0];
      };
      for await (const { hash, bytes, filter: words, places } of texts) {
        if (total + bytes.length > LIMITS.replacedTextBytes) break;
        total += bytes.length;
        added.add(hash);
        for (const place of places)
          rows.push({ ...place, hash, start: length, end: length + bytes.length, filter: words });
        parts.push(bytes.slice());
        length += bytes.length;
        if (length >= PIECE_BYTES) await flush();
      }
      await flush();
      if (added.size > 0) await filter(({ hash }) => !added.has(hash), before);
      await dropOldest();
    },
    async dropBefore(snapshotId) {
      const pieces = (await records.listKeys(TABLE, TEXTS)).map(toPiece);
      for (const piece of new Set(pieces)) if (toSnapshot(piece) < snapshotId) await removePiece(piece);
    },
    removeSource: async (sourceId) => filter(({ source }) => source !== sourceId, await listPieces()),
  };
}

const toPiece = (key: string): string => key.slice(0, key.lastIndexOf('/'));
const toSnapshot = (piece: string): string => piece.split('/')[1] as string;

/** Removes the bytes no row uses. */
function closeUp(rows: readonly ReplacedRow[], bytes: Uint8Array): [ReplacedRow[], Uint8Array] {
  const starts = new Map<number, number>();
  const parts: Uint8Array[] = [];
  let length = 0;
  const moved = rows.map((row) => {
    let start = starts.get(row.start);
    if (start === undefined) {
      start = length;
      starts.set(row.start, start);
      parts.push(bytes.subarray(row.start, row.end));
      length += row.end - row.start;
    }
    return { ...row, start, end: start + row.end - row.start };
  });
  return [moved, concatBytes(parts)];
}
