import { ByteWriter } from '../../lib/byte-writer.ts';
import { fromHex, fromUtf8, toHex } from '../../lib/bytes.ts';
import type { Chunk, FileRow } from '../../model/chunk.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../model/settings.ts';
import type { Warning } from '../../model/warning.ts';
import type { FileOutline, IndexView } from '../contract.ts';
import { countChars } from '../text/count-chars.ts';

/** Small pieces are joined: a step of an async generator costs more than most of them. */
const PIECE_CHARS = 16_384;

/**
 * Writes the whole index as compact JSON, piece by piece: a single string could exceed the engine's limit. Postings name chunks by ordinal (their
 * index in `chunks`) and describe the body field.
 */
export async function* writeIndexJson(view: IndexView): AsyncGenerator<string> {
  yield `{"version":${view.format_version},"generator":"quire","index_id":${JSON.stringify(view.index_id)}`;
  yield `,"settings":${JSON.stringify(toOrderedSettings(view.settings))}`;
  yield ',"files":[';
  for (const [index, file] of view.files.entries()) {
    yield (index === 0 ? '' : ',') + JSON.stringify(toIndexFile(file, await view.outline(index)));
  }
  yield '],"chunks":[';
  const refs = new RefTable();
  let chars = 0;
  for (const [index, file] of view.files.entries()) {
    if (file.chunkCount === 0) continue;
    let records = '';
    for (const chunk of await view.chunks(index)) {
      records += (refs.count === 0 ? '' : ',') + JSON.stringify(toIndexChunk(chunk));
      refs.add(chunk);
      chars += countChars(chunk.content);
    }
    yield records;
  }
  yield '],"chunk_refs":{';
  yield* refs.write();
  yield '},"doc_lens":[';
  yield* writeNumbers(await view.docLens());
  yield '],"inverted_index":{';
  let terms = 0;
  let lines = '';
  for await (const { term, pairs } of view.terms()) {
    lines += `${terms++ === 0 ? '' : ','}${JSON.stringify(term)}:[${pairs.join(',')}]`;
    if (lines.length < PIECE_CHARS) continue;
    yield lines;
    lines = '';
  }
  yield lines;
  yield `},"stats":${JSON.stringify(await toStats(view, { chars, terms }))},"warnings":[`;
  for (const [index, warning] of view.warnings.entries()) {
    yield (index === 0 ? '' : ',') + JSON.stringify(toOrderedWarning(warning));
  }
  yield ']}\n';
}

/** Key order must not depend on the order in the input. */
function toOrderedSettings(settings: Settings): Record<string, unknown> {
  const ordered: Record<string, unknown> = {};
  for (const key of Object.keys(DEFAULT_SETTINGS) as (keyof Settings)[]) ordered[key] = settings[key];
  return ordered;
}

function toIndexFile(file: FileRow, outline: FileOutline): object {
  return {
    path: file.path,
    source: file.source,
    kind: file.kind,
    language: file.language ?? null,
    bytes: file.bytes,
    sha256: file.sha256,
    line_count: file.lineCount,
    chunk_count: file.chunkCount,
    token_total: file.tokenTotal,
    title: file.title ?? null,
    description: file.description ?? null,
    url: file.url ?? null,
    headings: outline.headings.map(({ level, line, text }) => [level, line, text]),
    symbols: outline.symbols.map(({ name, what, startLine, endLine }) => [name, what, startLine, endLine]),
  };
}

function toIndexChunk(chunk: Chunk): object {
  return {
    id: chunk.id,
    short_id: chunk.shortId,
    slug: chunk.slug,
    path: chunk.path,
    kind: chunk.kind,
    chunk_index: chunk.chunkIndex,
    start_line: chunk.startLine,
    end_line: chunk.endLine,
    content: chunk.content,
    content_hash: chunk.contentHash,
    token_estimate: chunk.tokenEstimate,
    heading_path: chunk.headingPath,
    symbol: chunk.symbol,
    address: chunk.address,
    context: chunk.context,
    asset_path: chunk.assetPath,
    language: chunk.language,
    part: chunk.part,
    masked: chunk.masked,
  };
}

/** The refs of all chunks by their ids, as bytes: two strings for each would take five times as much. */
class RefTable {
  readonly #rows = new ByteWriter();
  count = 0;

  /** All ids have one length, and so have all refs of a collection. */
  add({ id, ref }: Pick<Chunk, 'id' | 'ref'>): void {
    this.#rows.raw(fromHex(id));
    this.#rows.characters(ref);
    this.count++;
  }

  /** In the order of the ids. */
  *write(): Generator<string> {
    const rows = this.#rows.view();
    const width = rows.length / this.count;
    const order = Uint32Array.from({ length: this.count }, (_, i) => i * width);
    order.sort((a, b) => {
      let i = 0;
      while (i < ID_BYTES - 1 && rows[a + i] === rows[b + i]) i++;
      return (rows[a + i] as number) - (rows[b + i] as number);
    });
    let lines = '';
    for (const [i, at] of order.entries()) {
      const id = toHex(rows.subarray(at, at + ID_BYTES));
      lines += `${i === 0 ? '' : ','}"${id}":"${fromUtf8(rows.subarray(at + ID_BYTES, at + width))}"`;
      if (lines.length < PIECE_CHARS) continue;
      yield lines;
      lines = '';
    }
    yield lines;
  }
}

const ID_BYTES = 32;

function* writeNumbers(numbers: Uint32Array): Generator<string> {
  const step = 8_192;
  for (let at = 0; at < numbers.length; at += step) {
    yield (at === 0 ? '' : ',') + numbers.subarray(at, at + step).join(',');
  }
}

async function toStats(view: IndexView, counted: { chars: number; terms: number }): Promise<object> {
  let bytes = 0;
  let tokens = 0;
  const byKind: Record<string, number> = {};
  for (const file of view.files) {
    bytes += file.bytes;
    tokens += file.tokenTotal;
    byKind[file.kind] = (byKind[file.kind] ?? 0) + 1;
  }
  const chunks = view.totalChunks;
  const totals = await view.fieldTotals();
  const average = (total: number): number => (chunks === 0 ? 0 : total / chunks);
  return {
    total_files: view.files.length,
    total_chunks: chunks,
    total_bytes: bytes,
    total_tokens: tokens,
    total_terms: counted.terms,
    avg_chunk_chars: Math.floor(average(counted.chars)),
    avg_chunk_tokens: Math.floor(average(tokens)),
    avg_body_length: average(totals.body),
    avg_heading_length: average(totals.heading),
    avg_symbol_length: average(totals.symbol),
    avg_path_length: average(totals.path),
    by_kind: Object.fromEntries(Object.entries(byKind).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function toOrderedWarning({ path, code, message, limit, actual, line }: Warning): object {
  return { path, code, message, limit, actual, line };
}
