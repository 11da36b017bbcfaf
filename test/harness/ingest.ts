import { writeFile } from 'node:fs/promises';
import type { Engine, EngineEvent } from '../../src/engine/contract.ts';
import { compareUtf8 } from '../../src/lib/bytes.ts';
import type { Warning } from '../../src/model/warning.ts';
import { getOnly, parseArguments } from './arguments.ts';
import { createNodeEngine, readSettings, toFileTarget, toSourceInput } from './node-engine.ts';

/** `ingest <dir|zip> [--zip out] [--compact out] [--index out] [--settings file] [--mask] [--json]` */
export async function runIngest(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, ['mask', 'json'], ['zip', 'compact', 'index', 'settings']);
  const path = getOnly(parsed, 'directory or archive');
  const input = await toSourceInput(path);
  const settings = await readSettings(parsed.options.get('settings'));
  const mask = parsed.options.has('mask') || settings.mask_secrets;
  const { engine, chunkMs } = await createNodeEngine();
  const collection = await engine.createCollection({
    name: input.name,
    settings: { ...settings, mask_secrets: false },
  });
  const phases = createPhaseClock();
  await engine.subscribe((event) => phases.hear(event));
  const startMs = phases.start();
  await engine.ingest({ collectionId: collection.id, jobId: 'ingest', input });
  const totalMs = performance.now() - startMs;
  const phasesMs = phases.toMs(totalMs, chunkMs());
  const peakRssBytes = process.resourceUsage().maxRSS * 1024;

  for (const form of ['zip', 'compact'] as const) {
    const out = parsed.options.get(form);
    if (out === undefined) continue;
    await engine.exportZip({
      collectionId: collection.id,
      jobId: form,
      form: form === 'zip' ? 'full' : 'compact',
      mask,
      target: toFileTarget(out),
    });
  }
  const indexOut = parsed.options.get('index');
  if (indexOut !== undefined)
    await writeFile(indexOut, (await engine.exportArtifact(collection.id, 'index.json', { mask })).stream());
  if (!parsed.options.has('json')) return undefined;

  const answer = {
    ...(mask ? await countMasked(engine, collection.id) : await count(engine, collection.id)),
    skipped: await engine.listSkips(collection.id),
    warnings: [
      ...(await engine.listWarnings(collection.id)),
      ...(mask ? await warnOfSecrets(engine, collection.id) : []),
    ].sort((a, b) => compareUtf8(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || compareUtf8(a.code, b.code)),
    phases_ms: phasesMs,
    total_ms: round(totalMs),
    peak_rss_bytes: peakRssBytes,
  };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

interface Counts {
  readonly index_id: string;
  readonly files: number;
  readonly chunks: number;
  readonly bytes: number;
  readonly tokens: number;
}

async function count(engine: Engine, collectionId: string): Promise<Counts> {
  const done = (await engine.listCollections()).find((other) => other.id === collectionId);
  if (done === undefined) throw new Error('the collection is not there');
  const { total_files: files, total_chunks: chunks, total_bytes: bytes, total_tokens: tokens } = done.stats;
  return { index_id: done.index_id, files, chunks, bytes, tokens };
}

/** Of the masked twin that was exported: its figures are those of the artifacts. */
async function countMasked(engine: Engine, collectionId: string): Promise<Counts> {
  const blob = await engine.exportArtifact(collectionId, 'manifest.json', { mask: true });
  const { index_id, files, chunk_columns, chunks } = JSON.parse(await blob.text()) as {
    index_id: string;
    files: { bytes: number }[];
    chunk_columns: string[];
    chunks: number[][];
  };
  const at = chunk_columns.indexOf('token_estimate');
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const tokens = chunks.reduce((sum, row) => sum + (row[at] ?? 0), 0);
  return { index_id, files: files.length, chunks: chunks.length, bytes, tokens };
}

async function warnOfSecrets(engine: Engine, collectionId: string): Promise<Warning[]> {
  const places = await engine.scanSecrets(collectionId, 'secrets');
  return places.map(({ path, line, kind }) => ({ path, code: 'secret', line, message: `Masked: ${kind}.` }));
}

/** Times between changes of phase. Reading and making leaves overlap: `chunk` is what leaves took, `read` the rest. */
function createPhaseClock(): {
  start(): number;
  hear(event: EngineEvent): void;
  toMs(totalMs: number, chunkMs: number): Record<string, number>;
} {
  const spent = new Map<string, number>();
  let phase = 'scan';
  let since = performance.now();
  const close = (next: string): void => {
    const now = performance.now();
    spent.set(phase, (spent.get(phase) ?? 0) + now - since);
    since = now;
    phase = next;
  };
  return {
    start() {
      spent.clear();
      phase = 'scan';
      since = performance.now();
      return since;
    },
    hear(event) {
      if (event.type === 'progress' && event.progress.phase !== phase) close(event.progress.phase);
    },
    toMs(totalMs, chunkMs) {
      const scan = round(spent.get('scan') ?? 0);
      const index = round(spent.get('index') ?? 0);
      // Leaves may still be under way while a checkpoint is saved: never more than the phase they belong to.
      const reading = spent.get('read') ?? 0;
      const chunk = round(Math.min(chunkMs, reading));
      const read = round(reading - chunk);
      return { scan, read, chunk, index, save: round(round(totalMs) - scan - index - chunk - read) };
    },
  };
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
