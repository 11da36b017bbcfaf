import { AppError } from '../../model/app-error.ts';
import type { FileRow } from '../../model/chunk.ts';
import { KINDS, type Kind } from '../../model/kind.ts';
import type { FileOutline } from '../contract.ts';
import type { ImportedChunk } from './contract.ts';

/** Position of a record, for the message when it is refused. */
export interface RecordPlace {
  readonly entry: string;
  readonly offset: number;
}

type Fields = Readonly<Record<string, unknown>>;
const HASH = /^[0-9a-f]{64}$/;

export interface FileRecord {
  readonly row: FileRow;
  readonly outline: FileOutline;
}

/** Checks shapes by hand: a schema would take longer than hashing the text. */
export function parseFileRecord(value: unknown, isSeed: boolean, place: RecordPlace): FileRecord {
  const fields = asFields(value, 'files', place);
  const path = parsePath(fields.path, place);
  const row: FileRow = {
    path,
    source: isSeed ? 'import' : asText(fields.source, 'source', place),
    kind: parseKind(fields.kind, place),
    ...optionalText(fields, 'language', place),
    bytes: asCount(fields.bytes, 'bytes', place),
    sha256: asHash(fields.sha256, 'sha256', place),
    line_count: asLine(fields.line_count, 'line_count', place),
    chunk_count: isSeed ? 0 : asCount(fields.chunk_count, 'chunk_count', place),
    token_total: isSeed ? 0 : asCount(fields.token_total, 'token_total', place),
    ...optionalText(fields, 'title', place),
    ...optionalText(fields, 'description', place),
    ...optionalText(fields, 'url', place),
  };
  return { row, outline: isSeed ? { headings: [], symbols: [] } : parseOutline(fields, place) };
}

export function parseChunkRecord(value: unknown, place: RecordPlace): ImportedChunk {
  const fields = asFields(value, 'chunks', place);
  const id = asHash(fields.id, 'id', place);
  const heading_path = asList(fields.heading_path ?? [], 'heading_path', place).map((text) =>
    asText(text, 'heading_path', place),
  );
  const start_line = asLine(fields.start_line, 'start_line', place);
  const end_line = asLine(fields.end_line, 'end_line', place);
  if (end_line < start_line) throw refuse('end_line', place);
  return {
    id,
    short_id: id.slice(0, 12),
    slug: asText(fields.slug, 'slug', place),
    path: parsePath(fields.path, place),
    kind: parseKind(fields.kind, place),
    chunk_index: asCount(fields.chunk_index, 'chunk_index', place),
    start_line,
    end_line,
    content: asText(fields.content, 'content', place),
    content_hash: asHash(fields.content_hash, 'content_hash', place),
    token_estimate: asCount(fields.token_estimate, 'token_estimate', place, MAX_LINE),
    heading_path,
    ...optionalText(fields, 'symbol', place),
    ...optionalText(fields, 'address', place),
    ...parseContext(fields, place),
    ...optionalText(fields, 'asset_path', place),
    ...optionalText(fields, 'language', place),
    ...(typeof fields.part === 'number' ? { part: asCount(fields.part, 'part', place, MAX_LINE) } : {}),
    ...(fields.masked === true ? { masked: true } : {}),
  };
}

function parseContext(fields: Fields, place: RecordPlace): Pick<ImportedChunk, 'context'> {
  const context = asList(fields.context ?? [], 'context', place).map((text) => asText(text, 'context', place));
  return context.length === 0 ? {} : { context };
}

function parseOutline(fields: Fields, place: RecordPlace): FileOutline {
  const headings = asList(fields.headings ?? [], 'headings', place).map((value) => {
    const [level, line, text] = asList(value, 'headings', place);
    return {
      level: asCount(level, 'headings', place, MAX_LEVEL),
      line: asLine(line, 'headings', place),
      text: asText(text, 'headings', place),
    };
  });
  const symbols = asList(fields.symbols ?? [], 'symbols', place).map((value) => {
    const [name, what, start_line, end_line] = asList(value, 'symbols', place);
    return {
      name: asText(name, 'symbols', place),
      what: asText(what, 'symbols', place),
      start_line: asLine(start_line, 'symbols', place),
      end_line: asLine(end_line, 'symbols', place),
    };
  });
  return { headings, symbols };
}

/** Our exports never have a path that leaves the root: a file with one was not made by us. */
function parsePath(value: unknown, place: RecordPlace): string {
  const path = asText(value, 'path', place);
  const isBad =
    path === '' || path.length > 4_096 || path.split('/').some((part) => part === '' || part === '.' || part === '..');
  if (isBad || path.includes('\0')) throw refuse('path', place);
  return path;
}

function parseKind(value: unknown, place: RecordPlace): Kind {
  const kind = KINDS.find((known) => known === value);
  if (!kind) throw refuse('kind', place);
  return kind;
}

function optionalText<K extends string>(fields: Fields, key: K, place: RecordPlace): { [key in K]?: string } {
  const value = fields[key];
  if (value === undefined || value === null) return {};
  return { [key]: asText(value, key, place) } as { [key in K]?: string };
}

function asFields(value: unknown, field: string, place: RecordPlace): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse(field, place);
  return value as Fields;
}

function asList(value: unknown, field: string, place: RecordPlace): readonly unknown[] {
  if (!Array.isArray(value)) throw refuse(field, place);
  return value;
}

function asText(value: unknown, field: string, place: RecordPlace): string {
  if (typeof value !== 'string') throw refuse(field, place);
  return value;
}

function asCount(value: unknown, field: string, place: RecordPlace, max = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > max) throw refuse(field, place);
  return value;
}

/** Leaves store signed line deltas in 32 bits: beyond 2³⁰ they would wrap. Real files have fewer lines. */
const MAX_LINE = 1_000_000_000;
const MAX_LEVEL = 255;

function asLine(value: unknown, field: string, place: RecordPlace): number {
  return asCount(value, field, place, MAX_LINE);
}

function asHash(value: unknown, field: string, place: RecordPlace): string {
  if (typeof value !== 'string' || !HASH.test(value)) throw refuse(field, place);
  return value;
}

function refuse(field: string, { entry, offset }: RecordPlace): AppError {
  return new AppError('import/damaged', `the field ${field} is not as it should be`, { entry, field, offset });
}
