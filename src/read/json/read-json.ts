import { toAsciiLower } from '../../lib/ascii.ts';
import { fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import type { ReadFile, Span } from '../../model/cut.ts';
import { type ChunkSizes, JsonCutter } from './cut-json.ts';
import { JsonMembers, JsonScan, LF } from './json-scan.ts';
import { readCanvas } from './read-canvas.ts';
import { readNotebook } from './read-notebook.ts';

/** Files that may contain comments although their name ends in `.json`. */
const COMMENTED =
  /(^|\/)((ts|js)config[^/]*|\.eslintrc|\.babelrc|\.jshintrc|\.swcrc|devcontainer|api-extractor|\.vscode\/[^/]*)\.json$/;

/**
 * Reads JSON, JSON with comments, JSON lines, notebooks and canvases. Text that is not JSON gets a warning and is cut as plain text. Uses only the last two
 * segments of the path: adding a source to the collection changes the first.
 */
export function readJson(path: string, text: Uint8Array, sizes: ChunkSizes): ReadFile {
  const name = toAsciiLower(path);
  const bytes = withoutCarriageReturns(text);
  const scan = new JsonScan(bytes, /\.(jsonc|json5)$/.test(name) || COMMENTED.test(name));
  const isLines = /\.(jsonl|ndjson)$/.test(name);
  if (!(isLines ? scanLines(scan) : scan.scan(0, bytes.length))) return toBroken(path, scan);
  const canvas = name.endsWith('.canvas') ? readCanvas(bytes) : undefined;
  if (canvas !== undefined) return canvas;
  const notebook = name.endsWith('.ipynb') ? readNotebook(scan, scan.skipSpace(0, bytes.length)) : undefined;
  return notebook ?? { bytes, spans: toSpans(scan, isLines ? new JsonMembers(scan) : findRootMembers(scan), sizes) };
}

function toSpans(scan: JsonScan, members: JsonMembers | undefined, sizes: ChunkSizes): readonly Span[] {
  const end = scan.bytes.length;
  if (!members) return [{ start: 0, end, address: '$' }];
  const cutter = new JsonCutter(scan, sizes);
  cutter.cut(members, 0, end);
  return cutter.spans;
}

/** The kernel decodes the text once more: a CR that was before a CRLF would move every later position. */
function withoutCarriageReturns(text: Uint8Array): Uint8Array {
  return text.includes(13) ? toUtf8(fromUtf8(text).replace(/(?<!\r)\r+\n/g, '\n')) : text;
}

/** Returns undefined for a scalar or an empty container. */
function findRootMembers(scan: JsonScan): JsonMembers | undefined {
  const value = scan.skipSpace(0, scan.bytes.length);
  if (!JsonMembers.isContainer(scan.bytes[value])) return undefined;
  const members = new JsonMembers(scan, { value, container: 0 });
  return members.isDone ? undefined : members;
}

function scanLines(scan: JsonScan): boolean {
  const { bytes } = scan;
  for (let from = 0; from < bytes.length; ) {
    const feed = bytes.indexOf(LF, from);
    const to = feed < 0 ? bytes.length : feed;
    if (scan.skipSpace(from, to) < to && !scan.scan(from, to)) return false;
    from = to + 1;
  }
  return true;
}

function toBroken(path: string, { bytes, errorAt }: JsonScan): ReadFile {
  // A line feed at the end of the text begins no line.
  const isBehind = errorAt === bytes.length && bytes[errorAt - 1] === LF;
  const start = bytes.subarray(0, isBehind ? errorAt - 1 : errorAt).lastIndexOf(LF) + 1;
  let line = 1;
  for (let at = bytes.indexOf(LF); at >= 0 && at < start; at = bytes.indexOf(LF, at + 1)) line++;
  const column = [...fromUtf8(bytes.subarray(start, errorAt))].length + 1;
  const message = `Not valid JSON at line ${line}, column ${column}; read as text.`;
  return { bytes, cuts: [], warnings: [{ path, code: 'json-parse', message, line }] };
}
