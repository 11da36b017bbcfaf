import { writeFile } from 'node:fs/promises';
import type { EngineEvent } from '../../src/engine/contract.ts';
import { getOnly, parseArguments } from './arguments.ts';
import { createNodeEngine, readSettings, toFileTarget, toSourceInput } from './node-engine.ts';

/** `ingest <dir|zip> [--zip out] [--compact out] [--index out] [--settings file] [--mask] [--json]` */
export async function runIngest(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, ['mask', 'json'], ['zip', 'compact', 'index', 'settings']);
  const path = getOnly(parsed, 'directory or archive');
  const input = await toSourceInput(path);
  const settings = await readSettings(parsed.options.get('settings'));
  const mask = parsed.options.has('mask');
  const { engine, chunkMs } = await createNodeEngine();
  const collection = await engine.createCollection({ name: input.name, settings });
  const phases = createPhaseClock();
  await engine.subscribe((event) => phases.hear(event));
  const startMs = performance.now();
  await engine.ingest({ collectionId: collection.id, jobId: 'ingest', input });
  const totalMs = performance.now() - startMs;
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

  const done = (await engine.listCollections()).find((other) => other.id === collection.id);
  if (done === undefined) throw new Error('the collection is not there');
  const answer = {
    index_id: done.index_id,
    files: done.stats.total_files,
    chunks: done.stats.total_chunks,
    bytes: done.stats.total_bytes,
    tokens: done.stats.total_tokens,
    skipped: await engine.listSkips(collection.id),
    warnings: await engine.listWarnings(collection.id),
    phases_ms: phases.toMs(totalMs, chunkMs()),
    total_ms: round(totalMs),
    peak_rss_bytes: peakRssBytes,
  };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

/** Times between changes of phase. Reading and making leaves overlap: `chunk` is what leaves took, `read` the rest. */
function createPhaseClock(): {
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
