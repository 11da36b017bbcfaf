import { countFitting, listLines, readCursor, toPage } from '../agent/answer-pages.ts';
import type { Engine } from '../engine/contract.ts';
import { resolveAges } from '../lib/dates.ts';
import { isWithinEdits } from '../lib/is-within-edits.ts';
import type { Chunk, FileRow } from '../model/chunk.ts';
import type { Filters, Hit } from '../model/hit.ts';
import { DEFAULT_BUDGET, DEFAULT_HITS } from '../model/schema/agent-tools.ts';
import type { McpInput, McpToolName } from '../model/schema/mcp-tools.ts';

/** Facts about an answer, and the quoted text if it has one, of which an answer has as much as fits. */
export interface ToolAnswer {
  readonly facts: object;
  readonly text?: string;
}

type Tools = { readonly [N in McpToolName]: (input: McpInput<N>) => Promise<ToolAnswer> };

/** The collection has no such file, lines or chunk. The caller's mistake, not an internal error. */
export class NotFound extends Error {}

/** Creates read-only tools over one collection. */
export function createMcpTools(engine: Engine, collectionId: string): Tools {
  let checks = 0;
  return {
    async search({ query, filters, limit = DEFAULT_HITS, cursor }) {
      const offset = readCursor(cursor, Number.MAX_SAFE_INTEGER);
      const asked = resolveAges(query, Date.now());
      const answer = await engine.search(collectionId, asked, { offset, filters, limit });
      const { hits, total, fuzzy, badDates, undated } = answer;
      const items = hits.map(toHitFacts);
      const shown = items.slice(0, countFitting(items));
      const next = offset + shown.length;
      const more = shown.length > 0 && next < total ? { next_cursor: String(next) } : {};
      const hint = total === 0 ? { hint: await explainNothing(engine, collectionId, filters) } : {};
      return { facts: { items: shown, total, fuzzy, badDates, undated, ...hint, ...more } };
    },
    async read(input) {
      const { text, ...facts } = await readText(engine, collectionId, input);
      return { facts, text: numberLines(text, facts.lines[0]) };
    },
    async outline({ path = '', cursor }) {
      const own = toOwnPath(path);
      const file = own === '' ? undefined : await engine.readFile(collectionId, own);
      if (file !== undefined)
        return { facts: { path: own, ...toPage(await engine.listOutline(collectionId, own), cursor) } };
      const folder = own === '' || own.endsWith('/') ? own : `${own}/`;
      const rows = (await engine.listFiles(collectionId)).filter((row) => row.path.startsWith(folder));
      if (rows.length === 0 && own !== '') throw await toNotFound(engine, collectionId, own);
      return { facts: { ...(own === '' ? {} : { path: folder }), ...toPage(rows.map(toFileFacts), cursor) } };
    },
    async symbols({ path, cursor }) {
      const { file } = await getFile(engine, collectionId, toOwnPath(path));
      return { facts: { path: file.path, ...toPage(await engine.listSymbols(collectionId, file.path), cursor) } };
    },
    async references({ name, cursor }) {
      const lines = listLines(await engine.listReferences(collectionId, name));
      const hint =
        lines.length === 0 ? { hint: 'No line has this name in this spelling. search finds similar ones.' } : {};
      return { facts: { ...toPage(lines, cursor), ...hint } };
    },
    async pack({ question, budget_tokens }) {
      const { text, tokens, chunks, candidates, items } = await engine.makePack({
        collectionId,
        query: question,
        budgetTokens: budget_tokens ?? DEFAULT_BUDGET,
        format: 'markdown',
        // The exact counter has two megabytes of tables, more than the server (decision 315).
        counter: 'claude',
        detail: 'signatures',
        mask: false,
      });
      const sources = items.slice(0, MAX_SOURCES).map(({ path, lines }) => ({ path, lines }));
      return { facts: { tokens, chunks, candidates, sources: sources.slice(0, countFitting(sources)) }, text };
    },
    async check_citations({ answer, cursor }) {
      const jobId = `check-${++checks}`;
      const { citations, total, supported } = await engine.checkCitations({ collectionId, answer, jobId });
      return { facts: { supported, ...toPage(citations, cursor), total } };
    },
  };
}

const MAX_SOURCES = 100;

/** Says why nothing was found, and what to do. */
async function explainNothing(engine: Engine, collectionId: string, filters: Filters | undefined): Promise<string> {
  const isFiltered = Object.values(filters ?? {}).some((list) => (list?.length ?? 0) > 0);
  if (!isFiltered) return 'No chunk has these words. Try fewer or other words.';
  const files = await engine.listFiles(collectionId, filters);
  if (files.length > 0) return `${files.length} files pass the filters, and none has these words. Try other words.`;
  return 'No file passes the filters. outline lists files and folders.';
}

function toHitFacts({ path, lines, ref, label, title, score, snippet }: Hit): object {
  return { path, lines, ref, label, title, score, snippet };
}

function toFileFacts({ path, kind, lineCount, tokenTotal, title }: FileFacts): object {
  return { path, kind, lines: lineCount, tokens: tokenTotal, title };
}

type FileFacts = Awaited<ReturnType<Engine['listFiles']>>[number];
type File = NonNullable<Awaited<ReturnType<Engine['readFile']>>>;

/** As models write paths: `./x`, `/x`, or the address of the resource. */
function toOwnPath(path: string): string {
  return path.replace(/^quire:\/\/\//, '').replace(/^(?:\.?\/)+/, '');
}

async function getFile(engine: Engine, collectionId: string, path: string): Promise<File> {
  const found = await engine.readFile(collectionId, path);
  if (found === undefined) throw await toNotFound(engine, collectionId, path);
  return found;
}

const MAX_NEAR = 5;

/** Suggests files with a similar path, or with the same or a similar name elsewhere. */
async function toNotFound(engine: Engine, collectionId: string, path: string): Promise<NotFound> {
  const rows = [
    ...(await engine.palette(collectionId, path)),
    ...(await engine.palette(collectionId, toBaseName(path))),
  ];
  const near = new Set(rows.filter(({ type }) => type === 'file').map((row) => row.path));
  for (const row of near.size < MAX_NEAR ? await engine.listFiles(collectionId) : [])
    if (isWithinEdits(toBaseName(row.path), toBaseName(path), 2)) near.add(row.path);
  const some = [...near].slice(0, MAX_NEAR);
  const hint = some.length === 0 ? 'outline without a path lists all files.' : `Similar: ${some.join(', ')}`;
  return new NotFound(`No file has this path. ${hint}`);
}

/** In small letters, also of a path of Windows. */
function toBaseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
}

interface ReadText {
  readonly path: string;
  readonly lines: readonly [number, number];
  readonly total_lines: number;
  readonly text: string;
}

/** Reads a file, some of its lines, or a chunk. */
export async function readText(
  engine: Engine,
  collectionId: string,
  { path, ref, start_line, end_line }: Omit<McpInput<'read'>, 'cursor'>,
): Promise<ReadText> {
  if (path === undefined) {
    const found = ref === undefined ? undefined : await engine.getChunk(collectionId, ref);
    if (found === undefined) throw new NotFound(ref === undefined ? 'Give a path or a ref.' : 'No chunk has this ref.');
    const { chunk, file } = found;
    const lines = [chunk.startLine, chunk.endLine] as const;
    return { path: chunk.path, lines, total_lines: file.lineCount, text: chunk.content };
  }
  const own = toOwnPath(path);
  const [, before, start, end] = /^(.+):(\d{1,9})(?:-(\d{1,9}))?$/.exec(own) ?? [];
  // A name may end like lines.
  if (before !== undefined && (await engine.readFile(collectionId, own)) === undefined) {
    const asked = { start_line: start_line ?? Number(start), end_line: end_line ?? Number(end ?? start) };
    return readText(engine, collectionId, { path: before, ...asked });
  }
  const { file, chunks } = await getFile(engine, collectionId, own);
  const text = joinChunks(file, chunks);
  const total_lines = file.lineCount;
  if (start_line === undefined && end_line === undefined)
    return { path: own, lines: [1, total_lines], total_lines, text };
  const [first, last] = [Math.max(1, start_line ?? 1), Math.min(end_line ?? total_lines, total_lines)];
  if (start_line !== undefined && end_line !== undefined && start_line > end_line)
    throw new NotFound(`start_line ${start_line} is after end_line ${end_line}.`);
  if (first > last) throw new NotFound(`The file has ${total_lines} lines.`);
  const some = text.split('\n').slice(first - 1, last);
  return { path: own, lines: [first, last], total_lines, text: `${some.join('\n')}\n` };
}

/** Puts the number of each line and a tab before it: models cite what they see. */
function numberLines(text: string, first: number): string {
  let line = first;
  return text.replace(/^(?=[^\n]|\n)/gm, () => `${line++}\t`);
}

/** Returns the text of a file from its chunks. Between them are only blank lines; the size of the file gives those at its end. */
function joinChunks(
  { bytes, lineCount }: Pick<FileRow, 'bytes' | 'lineCount'>,
  chunks: readonly Pick<Chunk, 'startLine' | 'content'>[],
): string {
  let text = '';
  let line = 1;
  for (const { startLine, content } of chunks) {
    if (startLine > line) text += '\n'.repeat(startLine - line);
    text += content;
    line = Math.max(line, startLine) + content.split('\n').length - 1;
  }
  const missing = bytes - new TextEncoder().encode(text).length;
  // A text made by a reader, as of HTML, has a size of its own.
  return missing > 0 && missing <= lineCount - line + 1 ? text + '\n'.repeat(missing) : text;
}
