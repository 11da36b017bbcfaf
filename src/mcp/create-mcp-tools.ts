import { countFitting, listLines, readCursor, toPage, toTextPage } from '../agent/answer-pages.ts';
import type { Engine } from '../engine/contract.ts';
import { resolveAges } from '../lib/dates.ts';
import type { Chunk, FileRow } from '../model/chunk.ts';
import type { Hit } from '../model/hit.ts';
import type { McpInput, McpToolName } from '../model/schema/mcp-tools.ts';

/** Facts about an answer, and the quoted text if it has one. */
export interface ToolAnswer {
  readonly facts: object;
  readonly text?: string;
}

type Tools = { readonly [N in McpToolName]: (input: McpInput<N>) => Promise<ToolAnswer> };

/** The collection has no such file, lines or chunk. The caller's mistake, not an internal error. */
export class NotFound extends Error {}

/** Creates read-only tools over one published collection. */
export function createMcpTools(engine: Engine, collectionId: string): Tools {
  let checks = 0;
  return {
    async search({ query, filters, limit, cursor }) {
      const offset = readCursor(cursor, Number.MAX_SAFE_INTEGER);
      const asked = resolveAges(query, Date.now());
      const answer = await engine.search(collectionId, asked, { offset, filters, limit });
      const { hits, total, fuzzy, badDates, undated } = answer;
      const items = hits.map(toHitFacts);
      const shown = items.slice(0, countFitting(items));
      const next = offset + shown.length;
      const more = shown.length > 0 && next < total ? { next_cursor: String(next) } : {};
      return { facts: { items: shown, total, fuzzy, badDates, undated, ...more } };
    },
    async read(input) {
      const { text, ...facts } = await readText(engine, collectionId, input);
      const page = toTextPage(text, input.cursor);
      return { facts: { ...facts, ...toMore(page) }, text: page.text };
    },
    async outline({ path, cursor }) {
      const rows = path === undefined ? await engine.listFiles(collectionId) : undefined;
      if (rows !== undefined) return { facts: toPage(rows.map(toFileFacts), cursor) };
      await getFile(engine, collectionId, path as string);
      return { facts: { path, ...toPage(await engine.listOutline(collectionId, path as string), cursor) } };
    },
    async symbols({ path, cursor }) {
      await getFile(engine, collectionId, path);
      return { facts: { path, ...toPage(await engine.listSymbols(collectionId, path), cursor) } };
    },
    async references({ name, cursor }) {
      return { facts: toPage(listLines(await engine.listReferences(collectionId, name)), cursor) };
    },
    async pack({ question, budget_tokens, cursor }) {
      const { text, tokens, chunks, candidates, items } = await engine.makePack({
        collectionId,
        query: question,
        budgetTokens: budget_tokens,
        format: 'markdown',
        // The exact counter has two megabytes of tables, more than the server (decision 315).
        counter: 'claude',
        detail: 'signatures',
        mask: false,
      });
      const page = toTextPage(text, cursor);
      const sources = items.slice(0, MAX_SOURCES).map(({ path, lines }) => ({ path, lines }));
      return { facts: { tokens, chunks, candidates, sources, ...toMore(page) }, text: page.text };
    },
    async check_citations({ answer, cursor }) {
      const jobId = `check-${++checks}`;
      const { citations, total, supported } = await engine.checkCitations({ collectionId, answer, jobId });
      return { facts: { supported, ...toPage(citations, cursor), total } };
    },
  };
}

const MAX_SOURCES = 100;

function toMore({ next_cursor }: { next_cursor?: string }): object {
  return next_cursor === undefined ? {} : { next_cursor };
}

function toHitFacts({ path, lines, ref, label, title, score, snippet }: Hit): object {
  return { path, lines, ref, label, title, score, snippet };
}

function toFileFacts({ path, kind, lineCount, tokenTotal, title }: FileFacts): object {
  return { path, kind, lines: lineCount, tokens: tokenTotal, title };
}

type FileFacts = Awaited<ReturnType<Engine['listFiles']>>[number];
type File = NonNullable<Awaited<ReturnType<Engine['readFile']>>>;

async function getFile(engine: Engine, collectionId: string, path: string): Promise<File> {
  const found = await engine.readFile(collectionId, path);
  if (found === undefined) throw new NotFound('No file has this path. outline without a path lists all files.');
  return found;
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
  const { file, chunks } = await getFile(engine, collectionId, path);
  const text = joinChunks(file, chunks);
  const total_lines = file.lineCount;
  if (start_line === undefined && end_line === undefined) return { path, lines: [1, total_lines], total_lines, text };
  const [first, last] = [start_line ?? 1, Math.min(end_line ?? total_lines, total_lines)];
  if (first > last) throw new NotFound(`The file has ${total_lines} lines.`);
  const some = text.split('\n').slice(first - 1, last);
  return { path, lines: [first, last], total_lines, text: `${some.join('\n')}\n` };
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
