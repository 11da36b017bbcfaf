import { useEffect } from 'react';
import type { EngineStats } from '../../../engine/contract.ts';
import type { RequestRow } from '../../../model/page/request-log.ts';
import { isSiteJob } from '../../../model/site/site-job.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { type Bar, BarList } from '../../parts/charts/bar-list.tsx';
import { MoreMenu } from '../../parts/controls/more-menu.tsx';
import { Place } from '../../parts/shell/place.tsx';
import { copyText } from '../../state/actions/copy-and-save.ts';
import { newJobId } from '../../state/actions/run-job.ts';
import { type AppContext, useApp } from '../../state/context.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { formatBytes, formatCompact, formatCount } from '../../text/format.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { searchWords } from '../../words/search.ts';
import { diagnosticsWords } from '../../words/settings.ts';
import { words } from '../../words/words.ts';
import * as css from './diagnostics.module.css';

/** Runtime figures. The copied text contains no names and no content, so it can be sent to anyone. */
export function Diagnostics() {
  const app = useApp();
  const collection = useCurrentCollection();
  const collectionId = collection?.id;
  const reading = useReading(collectionId);
  const verify = async () => {
    if (collectionId === undefined) return;
    const { damaged, repaired } = await app.connection.engine.verify(collectionId, newJobId());
    app.state.toasts.show(diagnosticsWords.verified(damaged.length, repaired.length), {
      tone: damaged.length === 0 ? 'ok' : 'bad',
    });
  };
  if (reading === undefined) return <p className="loading">{words.common.loading}</p>;
  const { figures, tokensByKind } = reading;
  return (
    <Place
      title={words.places.diagnostics}
      intro={diagnosticsWords.intro}
      actions={
        <div className={look.row}>
          <Button
            label={diagnosticsWords.copyJson}
            onClick={() => void copyText(app, JSON.stringify(figures, null, 2), words.common.copied)}
          />
          <MoreMenu
            label={diagnosticsWords.more}
            entries={[
              {
                name: diagnosticsWords.copyLines,
                onAction: () => void copyText(app, toLines(figures), words.common.copied),
              },
              {
                name: diagnosticsWords.verify,
                isDisabled: collectionId === undefined,
                onAction: () => void verify().catch(app.state.report),
              },
            ]}
          />
        </div>
      }
    >
      <Plots
        title={diagnosticsWords.tokensByKind}
        bars={Object.entries(tokensByKind).map(([kind, tokens]) => ({
          key: kind,
          name: searchWords.kinds[kind] ?? kind,
          value: tokens,
          text: `~${formatCompact(tokens)}`,
          kind,
        }))}
      />
      <Plots title={diagnosticsWords.requestsByHost} bars={toHostBars(app.connection.requests.list())} />
      <FigureTable figures={figures} />
    </Place>
  );
}

function Plots({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }) {
  if (bars.length === 0) return null;
  return (
    <Card title={title}>
      <BarList label={title} bars={bars} />
    </Card>
  );
}

function FigureTable({ figures }: { readonly figures: Figures }) {
  return (
    <div className={look.tableScroll}>
      <table className={`${look.table} ${css.groups}`} aria-label={diagnosticsWords.table}>
        {[...groupFigures(figures)].map(([name, rows]) => (
          <tbody key={name}>
            <tr>
              <th scope="rowgroup" colSpan={2}>
                {diagnosticsWords.groups[name]}
              </th>
            </tr>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                <td className={`${look.name} ${look.num}`} title={row.exact}>
                  {row.text}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

const EVERY_MS = 2_000;

/** Refreshes the figures while the screen is open. */
function useReading(collectionId: string | undefined): Reading | undefined {
  const app = useApp();
  const { value: policy } = useLoaded(askPolicy, []);
  const { value, reload } = useLoaded(
    () => (policy === undefined ? undefined : readFigures(app, collectionId, policy)),
    [app, collectionId, policy],
  );
  useEffect(() => {
    if (value === undefined) return;
    const timer = setTimeout(reload, EVERY_MS);
    return () => clearTimeout(timer);
  }, [value, reload]);
  return value;
}

const MAX_HOSTS = 20;

/** Counts requests other than those for the app's own files. */
function toHostBars(rows: readonly RequestRow[]): readonly Bar[] {
  const counts = new Map<string, number>();
  for (const { url, reason } of rows) {
    if (reason === 'app' || !URL.canParse(url)) continue;
    const { host } = new URL(url);
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_HOSTS)
    .map(([host, value]) => ({ key: host, name: toVisibleName(host), value, text: formatCount(value) }));
}

type Figures = Readonly<Record<string, string | number | boolean>>;

interface Reading {
  /** Figures without names or content, safe to share. */
  readonly figures: Figures;
  readonly tokensByKind: NonNullable<EngineStats['tokens_by_kind']>;
}

/** Checks whether the host sends the policy that binds the crawl worker and forbids frames; the page itself contains the rest. */
async function askPolicy(): Promise<string> {
  // A page on a disk has no host, and its policy reports every request.
  if (location.protocol === 'file:') return '';
  try {
    const { headers } = await fetch('./');
    return headers.has('content-security-policy') ? 'sent' : diagnosticsWords.noPolicy;
  } catch {
    return '';
  }
}

async function readFigures(app: AppContext, collectionId: string | undefined, policy: string): Promise<Reading> {
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

function toLines(figures: Figures): string {
  return `${Object.entries(figures)
    .map(([name, value]) => `${name} ${String(value).replace(/\s+/g, ' ')}`)
    .join('\n')}\n`;
}

type GroupName = keyof typeof diagnosticsWords.groups;

interface FigureRow {
  readonly name: string;
  readonly text: string;
  /** The value in the copied text. */
  readonly exact: string;
}

const PREFIXES: readonly (readonly [RegExp, GroupName])[] = [
  [/^engine_/, 'engine'],
  [/^store_/, 'store'],
  [/^collections?(?:_|$)/, 'collection'],
  [/^(?:jobs|sites)_/, 'jobs'],
];

/** Groups figures by subject. Skips empty ones. */
function groupFigures(figures: Figures): ReadonlyMap<GroupName, readonly FigureRow[]> {
  const groups = new Map<GroupName, FigureRow[]>();
  for (const [name, value] of Object.entries(figures)) {
    if (value === '') continue;
    const group = PREFIXES.find(([pattern]) => pattern.test(name))?.[1] ?? 'page';
    const rows = groups.get(group) ?? [];
    rows.push({ name: toName(name, group), text: toText(name, value), exact: String(value) });
    groups.set(group, rows);
  }
  return groups;
}

function toName(name: string, group: GroupName): string {
  const own = group === 'jobs' ? name : name.replace(/^(?:engine|store|collection)_/, '');
  return own.replace(/_bytes$/, '').replaceAll('_', ' ');
}

function toText(name: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? words.common.yes : words.common.no;
  if (typeof value === 'string') return value;
  if (name.endsWith('_bytes_per_sec')) return `${formatBytes(value)}/s`;
  return name.endsWith('_bytes') ? formatBytes(value) : formatCount(value);
}
