import { AppError } from '../../model/app-error.ts';
import type { FileRow } from '../../model/chunk.ts';
import { KINDS } from '../../model/kind.ts';
import type { FileOutline } from '../contract.ts';
import type { ImportedChunk } from './contract.ts';

export interface RecordPlace {
  readonly entry: string;
  readonly offset: number;
}

export interface FileRecord {
  readonly row: FileRow;
  readonly outline: FileOutline;
}

type Check = (value: unknown) => boolean;
type Checks = Readonly<Record<string, Check>>;

/** Leaves store signed line deltas in 32 bits: beyond 2³⁰ they would wrap. Real files have fewer lines. */
const MAX_LINE = 1_000_000_000;

const isText: Check = (value) => typeof value === 'string';
const isHash: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isLine: Check = (value) => isCount(value) && (value as number) <= MAX_LINE;
const isLevel: Check = (value) => isCount(value) && (value as number) <= 255;
const isKind: Check = (value) => (KINDS as readonly unknown[]).includes(value);
/** Our exports never have a path that leaves the root: a file with one was not made by us. */
const isPath: Check = (value) =>
  typeof value === 'string' && value.length <= 4_096 && !/(?:^|\/)\.{0,2}(?:\/|$)|\0/.test(value);
const orNone =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value);
const listOf = (check: Check): Check => orNone((value) => Array.isArray(value) && value.every(check));
const tupleOf = (...checks: readonly Check[]): Check =>
  listOf((row) => Array.isArray(row) && checks.every((check, i) => check(row[i])));

/** By hand: a schema takes twenty times as long, longer than hashing the text. */
const SEED_FILE: Checks = {
  ...{ path: isPath, kind: isKind, language: orNone(isText), bytes: isCount, sha256: isHash, line_count: isLine },
  ...{ title: orNone(isText), description: orNone(isText), url: orNone(isText) },
};
const FILE: Checks = { ...SEED_FILE, source: isText, chunk_count: isCount, token_total: isCount };
const OUTLINE: Checks = {
  headings: tupleOf(isLevel, isLine, isText),
  symbols: tupleOf(isText, isText, isLine, isLine),
};
const CHUNK: Checks = {
  ...{ id: isHash, heading_path: listOf(isText), start_line: isLine, end_line: isLine, slug: isText, path: isPath },
  ...{ kind: isKind, chunk_index: isCount, content: isText, content_hash: isHash, token_estimate: isLine },
  ...{ symbol: orNone(isText), address: orNone(isText), context: listOf(isText), asset_path: orNone(isText) },
  ...{ language: orNone(isText), part: (value) => typeof value !== 'number' || isLine(value) },
};

export function parseFileRecord(value: unknown, isSeed: boolean, place: RecordPlace): FileRecord {
  if (isSeed) {
    const row = { source: 'import', ...pick(value, SEED_FILE, 'files', place), chunk_count: 0, token_total: 0 };
    return { row: row as unknown as FileRow, outline: { headings: [], symbols: [] } };
  }
  const { headings = [], symbols = [] } = pick(value, OUTLINE, 'files', place) as {
    headings?: [number, number, string][];
    symbols?: [string, string, number, number][];
  };
  const outline: FileOutline = {
    headings: headings.map(([level, line, text]) => ({ level, line, text })),
    symbols: symbols.map(([name, what, start_line, end_line]) => ({ name, what, start_line, end_line })),
  };
  return { row: pick(value, FILE, 'files', place) as unknown as FileRow, outline };
}

export function parseChunkRecord(value: unknown, place: RecordPlace): ImportedChunk {
  const { part, context, ...chunk } = pick(value, CHUNK, 'chunks', place) as unknown as ImportedChunk;
  if (chunk.end_line < chunk.start_line) throw refuse('end_line', place);
  return {
    ...chunk,
    short_id: chunk.id.slice(0, 12),
    heading_path: chunk.heading_path ?? [],
    ...(context?.length ? { context } : {}),
    ...(typeof part === 'number' ? { part } : {}),
    ...((value as { masked?: unknown }).masked === true ? { masked: true } : {}),
  };
}

/** Returns the checked fields that have a value. `name` is used in the error when the record is not an object. */
function pick(value: unknown, checks: Checks, name: string, place: RecordPlace): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse(name, place);
  const picked: Record<string, unknown> = {};
  for (const field in checks) {
    const own = (value as Readonly<Record<string, unknown>>)[field];
    if (!checks[field]?.(own)) throw refuse(field, place);
    if (own !== undefined && own !== null) picked[field] = own;
  }
  return picked;
}

function refuse(field: string, { entry, offset }: RecordPlace): AppError {
  return new AppError('import/damaged', `the field ${field} is not as it should be`, { entry, field, offset });
}
