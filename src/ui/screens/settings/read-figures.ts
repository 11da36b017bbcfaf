import type { EngineStats } from '../../../engine/contract.ts';
import { isSiteJob } from '../../../model/site/site-job.ts';
import type { AppContext } from '../../state/context.ts';
import { diagnosticsWords } from '../../words/diagnostics.ts';

export type Figures = Readonly<Record<string, string | number | boolean>>;

export interface Reading {
  /** Figures without names or content, safe to share. */
  readonly figures: Figures;
  readonly tokensByKind: NonNullable<EngineStats['tokens_by_kind']>;
}

/** Checks whether the host sends the policy that binds the crawl worker and forbids frames; the page itself contains the rest. */
export async function askPolicy(): Promise<string> {
  // A page on a disk has no host, and its policy reports every request.
  if (location.protocol === 'file:') return '';
  try {
    const { headers } = await fetch('./');
    return headers.has('content-security-policy') ? 'sent' : diagnosticsWords.noPolicy;
  } catch {
    return '';
  }
}

export async function readFigures(app: AppContext, collectionId: string | undefined, policy: string): Promise<Reading> {
  const { engine, where, reason, requests } = app.connection;
  const [diagnostics, storage] = await Promise.all([engine.diagnostics(), engine.storage()]);
  const stats = collectionId === undefined ? undefined : await engine.stats(collectionId, { tokensByKind: true });
  const all = app.state.jobs.get();
  const sites = all.filter(isSiteJob);
  const jobs = all.filter((job) => !isSiteJob(job));
  const figures = {
    engine_where: diagnostics.where,
    engine_label: where,
    engine_reason: reason ?? diagnostics.whereReason ?? '',
    engine_kernel: diagnostics.kernel,
    engine_ingest_workers: diagnostics.ingestWorkers,
    engine_wasm_bytes: diagnostics.memory.wasm,
    engine_wasm_high_water_bytes: diagnostics.memory.highWater,
    store_backend: diagnostics.store,
    store_reason: diagnostics.storeReason ?? '',
    store_used_bytes: storage.usedBytes,
    store_quota_bytes: storage.quotaBytes,
    store_persisted: storage.persisted,
    collections: (app.state.collections.get() ?? []).length,
    ...(stats === undefined
      ? {}
      : {
          collection_files: stats.total_files,
          collection_chunks: stats.total_chunks,
          collection_bytes: stats.total_bytes,
          collection_tokens: stats.total_tokens,
          collection_shards: stats.shards,
          collection_in_flight_bytes: stats.memory.inFlight,
        }),
    jobs_open: jobs.filter((job) => job.endedAt === undefined).length,
    jobs_done: jobs.filter((job) => job.state === 'done').length,
    jobs_failed: jobs.filter((job) => job.state === 'failed').length,
    jobs_bytes_per_sec: jobs.find((job) => job.endedAt === undefined)?.bytesPerSec ?? 0,
    sites_open: sites.filter(({ status }) => status.endedAt === '').length,
    sites_requests: sites.reduce((sum, { status }) => sum + status.requests, 0),
    sites_requests_per_sec: sites.reduce(
      (sum, { status }) => sum + (status.endedAt === '' ? status.requestsPerSec : 0),
      0,
    ),
    sites_errors: sites.reduce((sum, { status }) => sum + status.errors, 0),
    host_policy: policy,
    network_requests: requests.count,
    browser: navigator.userAgent,
    cores: navigator.hardwareConcurrency,
    page_isolated: globalThis.crossOriginIsolated,
  };
  return { figures, tokensByKind: stats?.tokens_by_kind ?? {} };
}

export function toLines(figures: Figures): string {
  return `${Object.entries(figures)
    .map(([name, value]) => `${name} ${String(value).replace(/\s+/g, ' ')}`)
    .join('\n')}\n`;
}
