import {
  type CrawlEvent,
  type CrawlEventType,
  EVENTS_PER_JOB,
  type MilestoneKind,
  type ProblemKind,
} from '../../model/site/site.ts';
import type { SiteEventPage, SiteEventQuery } from '../../model/site/site-job.ts';
import type { CrawlClock } from '../clock.ts';
import type { CrawlRecords } from '../contract.ts';

type Body<T> = T extends CrawlEvent ? Omit<T, 'jobId' | 'seq' | 'ts'> : never;
export type NewEvent = Body<CrawlEvent>;

/** The events of one job: numbered, stored in batches; the oldest are dropped and counted [S17]. */
export type EventLog = Awaited<ReturnType<typeof openEventLog>>;

const BATCH = 250;
const DEFAULT_LIMIT = 200;
export const MAX_LIMIT = 500;

/** Opens the log; continues the numbering of an interrupted job. */
export async function openEventLog(
  records: CrawlRecords,
  jobId: string,
  ports: { clock: CrawlClock; onEvent(event: CrawlEvent): void },
) {
  const prefix = `${jobId}/`;
  const batches = await records.list<readonly CrawlEvent[]>('events', { prefix });
  /** Lengths of the stored batches, by key. */
  const stored = new Map(batches.map(([key, batch]) => [key, batch.length]));
  let nextSeq = (batches.at(-1)?.[1].at(-1)?.seq ?? 0) + 1;
  let dropped = Math.max(0, nextSeq - 1 - sum(stored));
  let buffer: CrawlEvent[] = [];

  function toKey(seq: number): string {
    return prefix + String(seq).padStart(10, '0');
  }

  async function flush(): Promise<void> {
    const events = buffer;
    buffer = [];
    const entries: [string, CrawlEvent[]][] = [];
    for (let i = 0; i < events.length; i += BATCH) {
      const batch = events.slice(i, i + BATCH);
      entries.push([toKey((batch[0] as CrawlEvent).seq), batch]);
      stored.set(toKey((batch[0] as CrawlEvent).seq), batch.length);
    }
    if (entries.length > 0) await records.putMany('events', entries);
    await dropOldest();
  }

  async function dropOldest(): Promise<void> {
    let kept = sum(stored);
    for (const [key, length] of stored) {
      if (kept - length < EVENTS_PER_JOB) break;
      await records.delete('events', key);
      stored.delete(key);
      kept -= length;
      dropped += length;
    }
  }

  return {
    add(event: NewEvent): CrawlEvent {
      const seq = nextSeq++;
      const whole = { ...event, jobId, seq, ts: new Date(ports.clock.now()).toISOString() } as CrawlEvent;
      buffer.push(whole);
      ports.onEvent(whole);
      return whole;
    },
    flush,
    async list(query: SiteEventQuery): Promise<SiteEventPage> {
      const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
      const { before = Number.POSITIVE_INFINITY, after = 0 } = query;
      const isNewer = query.after !== undefined;
      const keys = [...stored].filter(([key, length]) => {
        const first = Number(key.slice(prefix.length));
        return first < before && first + length > after;
      });
      // The last source, without a key, is what is not stored yet.
      const sources = [...keys.map(([key]) => key), undefined];
      const items: CrawlEvent[] = [];
      for (const key of isNewer ? sources : sources.reverse()) {
        const events = key === undefined ? buffer : await records.get<readonly CrawlEvent[]>('events', key);
        const found = (events ?? []).filter((event) => matches(event, query));
        items.push(...(isNewer ? found : found.reverse()));
        if (items.length > limit) break;
      }
      const page = items.slice(0, limit);
      const hasMore = items.length > limit;
      // After a number, the events next to it are listed; like all others, newest first.
      return isNewer
        ? toPage(page.reverse(), dropped, { older: page.length > 0, newer: hasMore })
        : toPage(page, dropped, { older: hasMore, newer: query.before !== undefined });
    },
    get dropped() {
      return dropped;
    },
  };
}

function toPage(
  items: readonly CrawlEvent[],
  dropped: number,
  has: { readonly older: boolean; readonly newer: boolean },
): SiteEventPage {
  const first = items[0];
  const last = items[items.length - 1];
  return {
    items,
    dropped,
    nextBefore: has.older ? last?.seq : undefined,
    prevAfter: has.newer ? first?.seq : undefined,
  };
}

function matches(event: CrawlEvent, query: SiteEventQuery): boolean {
  if (query.before !== undefined && event.seq >= query.before) return false;
  if (query.after !== undefined && event.seq <= query.after) return false;
  if (query.types && !query.types.includes(event.type as CrawlEventType)) return false;
  if (query.actions && !('action' in event && query.actions.includes(event.action))) return false;
  if (query.kinds && !('kind' in event && query.kinds.includes(event.kind as ProblemKind | MilestoneKind)))
    return false;
  if (query.reason !== undefined && !('reason' in event && event.reason === query.reason)) return false;
  if (query.url !== undefined && !isAbout(event, query.url)) return false;
  if (query.host === undefined) return true;
  return ('host' in event && event.host === query.host) || ('scope' in event && event.scope === query.host);
}

function isAbout(event: CrawlEvent, url: string): boolean {
  if (event.type === 'queue') return event.url === url || event.alias === url;
  if (event.type === 'page') return event.url === url;
  return 'target' in event && event.target === url;
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}
