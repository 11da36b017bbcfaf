import { readFile, writeFile } from 'node:fs/promises';
import type { Kernel, Shard } from '../../src/kernel/contract.ts';
import { compareUtf8 } from '../../src/lib/bytes.ts';
import { isCodeKind } from '../../src/model/kind.ts';
import { LIMITS } from '../../src/model/limits.ts';
import { detect } from '../../src/read/detect.ts';
import { parseQuery, type QueryWord, toQueryWords } from '../../src/search/parse-query.ts';
import { hasOrder, multiplyScores, type Placed } from '../../src/search/word-order.ts';
import { loadNodeKernel } from '../support/node-kernel.ts';
import type { RecordSide } from '../support/record-terms.ts';
import { getLimit, getOnly, getOption, parseArguments } from './arguments.ts';
import { parseQueries, toPercentiles } from './search.ts';

/** `search-docs <corpus.jsonl> --queries q.jsonl --run out.trec [--limit 100]` */
export async function runSearchDocs(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, [], ['queries', 'run', 'limit']);
  const corpus = await readFile(getOnly(parsed, 'corpus.jsonl'), 'utf8');
  const queries = parseQueries(await readFile(getOption(parsed, 'queries'), 'utf8'));
  const records = corpus
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => toRecord(JSON.parse(line) as DocRecord));
  const kernel = await loadNodeKernel();
  const { run, ms } = searchDocs(kernel, records, queries, getLimit(parsed, 100));
  await writeFile(getOption(parsed, 'run'), run);
  process.stdout.write(`${JSON.stringify(toPercentiles(ms))}\n`);
}

/** Fields may be null or numbers in foreign files. */
function toRecord({ id, title, text, path, symbol }: DocRecord): DocRecord {
  const toText = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
  return { id: toText(id), title: toText(title), text: toText(text), path: toText(path), symbol: toText(symbol) };
}

/** One line of `corpus.jsonl`. Each record is one chunk; `title` is its heading. */
export interface DocRecord {
  readonly id: string;
  readonly title?: string;
  readonly text: string;
  readonly path?: string;
  readonly symbol?: string;
}

export interface DocHit {
  readonly id: string;
  readonly score: number;
}

export interface DocIndex {
  readonly segmentBytes: number;
  search(query: string, limit: number): readonly DocHit[];
  close(): void;
}

/** Makes one collection of the records. Records without a path have no path field; those with the same path stay in order. */
export function indexDocs(kernel: Kernel & RecordSide, records: readonly DocRecord[]): DocIndex {
  const order = records
    .map((record, i) => ({ record, i }))
    .sort((a, b) => compareUtf8(a.record.path ?? '', b.record.path ?? '') || a.i - b.i);
  const segment = kernel.mergeTerms(
    order.map(({ record }) => ({
      path: record.path ?? '',
      isCode: isCode(record),
      terms: kernel.makeTerms([{ body: record.text, heading: record.title ?? '', symbol: record.symbol ?? '' }]),
    })),
    true,
  );
  const shard: Shard = kernel.openShard({ segment, table: new Uint8Array() });
  const fileOrder = Uint32Array.from(order, (_, i) => i);
  return {
    segmentBytes: segment.length,
    search(query, limit) {
      const words = toQueryWords(kernel, toPlainText(query));
      const answer = kernel.rank({
        shards: [{ shard, fileOrder }],
        words,
        minus: [],
        required: [],
        stemming: true,
        limit: Math.max(limit, LIMITS.maxOrdered),
        offset: 0,
      });
      const hits = Array.from(answer.chunk, (chunk, i) => ({
        record: (order[chunk] as (typeof order)[number]).record,
        fileIndex: chunk,
        chunkIndex: 0,
        score: answer.score[i] as number,
      }));
      return putInOrder(kernel, words, hits)
        .slice(0, limit)
        .map(({ record: { id }, score }) => ({ id, score }));
    },
    close: () => shard.close(),
  };
}

/** Reorders like the engine, which reads the texts. */
function putInOrder<T extends Placed & { readonly record: DocRecord }>(
  kernel: Kernel,
  words: readonly QueryWord[],
  hits: readonly T[],
): readonly T[] {
  if (!hasOrder(kernel, words)) return hits;
  const best = hits.slice(0, LIMITS.maxOrdered);
  const factors = kernel.orderFactors(
    words,
    best.map(({ record: { text, title } }) => ({ texts: [text], headings: title ? [title] : [] })),
  );
  return [...multiplyScores(best, factors), ...hits.slice(LIMITS.maxOrdered)];
}

/** Test collections ask in sentences: quotes, dashes and colons are punctuation, as in any pasted text. */
function toPlainText(query: string): ReturnType<typeof parseQuery> {
  const lines = query.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  return {
    ...parseQuery(''),
    words: lines.flatMap((line, i) =>
      line
        .split(/\s+/)
        .filter(Boolean)
        .map((text) => ({ text, line: i, prefix: false })),
    ),
  };
}

/** Decides by the extension of `path`; without a path, a symbol means code. */
function isCode(record: DocRecord): boolean {
  if (record.path === undefined || record.path === '') return (record.symbol ?? '') !== '';
  return isCodeKind(detect(record.path).kind);
}

/** Writes run lines `qid Q0 docid rank score quire` for all queries. */
export function searchDocs(
  kernel: Kernel & RecordSide,
  records: readonly DocRecord[],
  queries: readonly { readonly id: string; readonly text: string }[],
  limit = 100,
): { readonly run: string; readonly ms: readonly number[] } {
  const index = indexDocs(kernel, records);
  const ms: number[] = [];
  let run = '';
  for (const { id, text } of queries) {
    const start = performance.now();
    const hits = index.search(text, limit);
    ms.push(performance.now() - start);
    hits.forEach((hit, rank) => {
      run += `${id} Q0 ${hit.id} ${rank + 1} ${hit.score} quire\n`;
    });
  }
  index.close();
  return { run, ms };
}
