import { useEffect, useState } from 'react';
import { copyText } from '../../state/actions/copy-text.ts';
import { report } from '../../state/actions/report.ts';
import { newJobId } from '../../state/actions/run-job.ts';
import { type AppContext, useApp } from '../../state/context.ts';
import { showToast } from '../../state/toasts.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { words } from '../../words/words.ts';

type Figures = Readonly<Record<string, string | number | boolean>>;

/** Where everything runs and what it costs. Names and content stay out, so that it can be sent to anyone. */
export function Diagnostics() {
  const app = useApp();
  const collection = useCurrentCollection();
  const collectionId = collection?.id;
  const [figures, setFigures] = useState<Figures>();
  useEffect(() => {
    let isGone = false;
    readFigures(app, collectionId).then(
      (found) => !isGone && setFigures(found),
      (error: unknown) => !isGone && report(error),
    );
    return () => {
      isGone = true;
    };
  }, [app, collectionId]);
  const verify = async () => {
    if (collectionId === undefined) return;
    const { damaged, repaired } = await app.connection.engine.verify(collectionId, newJobId());
    showToast(words.diagnostics.verified(damaged.length, repaired.length), {
      tone: damaged.length === 0 ? 'ok' : 'bad',
    });
  };
  if (figures === undefined) return <p className="loading">{words.common.loading}</p>;
  const rows = Object.entries(figures);
  return (
    <div className="place">
      <div className="place-inner">
        <div>
          <h1>{words.diagnostics.title}</h1>
          <p className="soft">{words.diagnostics.intro}</p>
        </div>
        <div className="row">
          <button
            type="button"
            className="button"
            onClick={() => void copyText(JSON.stringify(figures, null, 2), words.common.copied)}
          >
            {words.diagnostics.copyJson}
          </button>
          <button type="button" className="button" onClick={() => void copyText(toLines(figures), words.common.copied)}>
            {words.diagnostics.copyLines}
          </button>
          <button
            type="button"
            className="button"
            disabled={collectionId === undefined}
            onClick={() => void verify().catch(report)}
          >
            {words.diagnostics.verify}
          </button>
        </div>
        <div className="table-scroll">
          <table className="table" aria-label={words.diagnostics.table}>
            <tbody>
              {rows.map(([name, value]) => (
                <tr key={name}>
                  <th scope="row" className="mono">
                    {name}
                  </th>
                  <td className="mono name">{String(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </div>
  );
}

export function toLines(figures: Figures): string {
  return `${Object.entries(figures)
    .map(([name, value]) => `${name} ${String(value).replace(/\s+/g, ' ')}`)
    .join('\n')}\n`;
}

/** Whether the host sends the policy that binds the crawl worker and forbids frames; the rest stands in the page itself. */
async function askPolicy(): Promise<string> {
  try {
    const { headers } = await fetch('./');
    return headers.has('content-security-policy') ? 'sent' : words.diagnostics.noPolicy;
  } catch {
    return '';
  }
}

async function readFigures(app: AppContext, collectionId: string | undefined): Promise<Figures> {
  const { engine, where, reason, requests } = app.connection;
  const [diagnostics, storage, policy] = await Promise.all([engine.diagnostics(), engine.storage(), askPolicy()]);
  const stats = collectionId === undefined ? undefined : await engine.stats(collectionId);
  const jobs = app.state.jobs.get();
  const sites = app.state.siteJobs.get();
  return {
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
}
