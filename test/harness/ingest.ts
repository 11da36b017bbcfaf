import { readFile, writeFile } from 'node:fs/promises';
import { openExport, readSettings, toSourceInput } from '../../src/cli/node-engine.ts';
import { UsageError } from '../../src/cli/problems.ts';
import { toFileTarget } from '../../src/cli/targets.ts';
import type { Engine, EngineEvent } from '../../src/engine/contract.ts';
import { createSecretNumbers, maskText } from '../../src/export/secrets/mask-text.ts';
import { compareWarnings } from '../../src/export/to-export-view.ts';
import type { Collection } from '../../src/model/collection.ts';
import type { Progress } from '../../src/model/job.ts';
import { NO_SELECTION, type Selection } from '../../src/model/outputs/selection.ts';
import type { TextExportOptions } from '../../src/model/outputs/text-export.ts';
import { parseSelection } from '../../src/model/schema/choices.ts';
import type { Settings } from '../../src/model/settings.ts';
import type { Warning } from '../../src/model/warning.ts';
import type { SourceInput } from '../../src/sources/contract.ts';
import { makeNodeEngine } from '../support/node-engine.ts';
import { type Arguments, getNumber, getOnly, parseArguments } from './arguments.ts';
import { findRepo, ingestRepo } from './ingest-repo.ts';

/**
 * `ingest <dir|zip|address> [--hosts file] [--zip out] [--compact out] [--index out] [--one-file out.md|out.xml [--part-tokens n]] [--signatures out]
 * [--select selection.json] [--settings file] [--mask] [--json]`; for one file in several parts `out` is a zip.
 */
export async function runIngest(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(
    args,
    ['mask', 'json'],
    [...['zip', 'compact', 'index', 'settings', 'hosts'], ...['one-file', 'part-tokens', 'signatures', 'select']],
  );
  const path = getOnly(parsed, 'directory, archive or address of a repository');
  const repo = findRepo(path);
  const settings = await readSettings(parsed.options.get('settings'));
  const mask = parsed.options.has('mask') || settings.mask_secrets;
  const { engine, sites, chunkMs } = await makeNodeEngine();
  const phases = createPhaseClock();
  await engine.subscribe((event) => phases.hear(event));
  const startMs = phases.start();
  const hostsFile = parsed.options.get('hosts');
  const onProgress = (progress: Progress) => phases.hear({ type: 'progress', progress });
  const collection = repo
    ? await ingestRepo(repo, { engine, sites, settings, hostsFile, onProgress })
    : ((await openExport(engine, path)) ?? (await ingest(engine, await toSourceInput(path), settings)));
  const totalMs = performance.now() - startMs;
  const phasesMs = phases.toMs(totalMs, chunkMs());
  const peakRssBytes = process.resourceUsage().maxRSS * 1024;

  const selection = await readSelection(parsed.options.get('select'));
  for (const form of ['zip', 'compact'] as const) {
    const out = parsed.options.get(form);
    if (out === undefined) continue;
    await engine.exportZip({
      collectionId: collection.id,
      jobId: form,
      form: form === 'zip' ? 'full' : 'compact',
      mask,
      ...(selection === undefined ? {} : { selection }),
      target: toFileTarget(out),
    });
  }
  await exportTexts(engine, collection.id, parsed, { mask, ...(selection === undefined ? {} : { selection }) });
  const indexOut = parsed.options.get('index');
  if (indexOut !== undefined)
    await writeFile(indexOut, (await engine.exportArtifact(collection.id, 'index.json', { mask })).stream());
  if (!parsed.options.has('json')) return undefined;

  const { warnings, ...counts } = mask
    ? await describeMasked(engine, collection.id)
    : { ...(await count(engine, collection.id)), warnings: await engine.listWarnings(collection.id) };
  const skips = await engine.listSkips(collection.id);
  const answer = {
    ...counts,
    skipped: mask ? skips.map((skip) => ({ ...skip, path: maskPath(skip.path) })) : skips,
    warnings,
    phases_ms: phasesMs,
    searchable_ms: round(phases.searchableMs() ?? totalMs),
    total_ms: round(totalMs),
    peak_rss_bytes: peakRssBytes,
  };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

async function exportTexts(
  engine: Engine,
  collectionId: string,
  parsed: Arguments,
  options: Pick<TextExportOptions, 'mask' | 'selection'>,
): Promise<void> {
  for (const what of ['one-file', 'signatures'] as const) {
    const out = parsed.options.get(what);
    if (out === undefined) continue;
    const { tokens, bytes, files, parts } = await engine.exportText({
      ...{ collectionId, jobId: what, what, counter: 'o200k', ...options },
      format: out.endsWith('.xml') ? 'xml' : 'markdown',
      ...(parsed.options.has('part-tokens') ? { budgetTokens: getNumber(parsed, 'part-tokens') } : {}),
      target: toFileTarget(out),
    });
    process.stderr.write(`${JSON.stringify({ what, tokens, bytes, files, parts: parts.length })}\n`);
  }
}

/** Reads a selection as in `selections.json`, or some of its fields. */
async function readSelection(path: string | undefined): Promise<Selection | undefined> {
  if (path === undefined) return undefined;
  const selection = parseSelection({ ...NO_SELECTION, ...(JSON.parse(await readFile(path, 'utf8')) as object) });
  if (selection === undefined) throw new UsageError('--select names a file with paths, include and exclude');
  return selection;
}

async function ingest(engine: Engine, input: SourceInput, settings: Settings): Promise<Collection> {
  const collection = await engine.createCollection({
    name: input.name,
    settings: { ...settings, mask_secrets: false },
  });
  await engine.ingest({ collectionId: collection.id, jobId: 'ingest', input });
  return collection;
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

/** Describes the exported masked copy, so that totals, warnings and names match the artifacts. */
async function describeMasked(engine: Engine, collectionId: string): Promise<Counts & { warnings: Warning[] }> {
  const blob = await engine.exportArtifact(collectionId, 'index.json', { mask: true });
  const { index_id, stats, warnings } = JSON.parse(await blob.text()) as {
    index_id: string;
    stats: { total_files: number; total_chunks: number; total_bytes: number; total_tokens: number };
    warnings: Warning[];
  };
  const { total_files: files, total_chunks: chunks, total_bytes: bytes, total_tokens: tokens } = stats;
  const secrets = await engine.scanSecrets(collectionId, 'secrets');
  const found = secrets.map(
    ({ path, line, kind }): Warning => ({
      path: maskPath(path),
      code: 'secret',
      line,
      message: `Masked: ${kind}.`,
    }),
  );
  return { index_id, files, chunks, bytes, tokens, warnings: [...warnings, ...found].sort(compareWarnings) };
}

function maskPath(path: string): string {
  return maskText(path, createSecretNumbers()).text;
}

/** Measures the time between changes of phase. Reading and making leaves overlap: `chunk` is the time for leaves, `read` the rest. */
function createPhaseClock(): {
  start(): number;
  hear(event: EngineEvent): void;
  toMs(totalMs: number, chunkMs: number): Record<string, number>;
  /** Start of the outlines, when every file can be searched; undefined if none came later. */
  searchableMs(): number | undefined;
} {
  const spent = new Map<string, number>();
  let phase = 'scan';
  let startMs = performance.now();
  let since = startMs;
  let searchableMs: number | undefined;
  const close = (next: string): void => {
    const now = performance.now();
    spent.set(phase, (spent.get(phase) ?? 0) + now - since);
    since = now;
    phase = next;
    if (next === 'outline') searchableMs ??= now - startMs;
  };
  return {
    start() {
      spent.clear();
      phase = 'scan';
      startMs = performance.now();
      since = startMs;
      searchableMs = undefined;
      return since;
    },
    hear(event) {
      if (event.type === 'progress' && event.progress.phase !== phase) close(event.progress.phase);
    },
    toMs(totalMs, chunkMs) {
      const scan = round(spent.get('scan') ?? 0);
      const index = round(spent.get('index') ?? 0);
      const outline = round(spent.get('outline') ?? 0);
      // Leaves may still be in progress while a checkpoint is saved: never count more than their phase.
      const reading = spent.get('read') ?? 0;
      const chunk = round(Math.min(chunkMs, reading));
      const read = round(reading - chunk);
      const save = round(round(totalMs) - scan - index - chunk - read - outline);
      return { scan, read, chunk, outline, index, save };
    },
    searchableMs: () => searchableMs,
  };
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
