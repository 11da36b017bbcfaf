import { LIMITS } from '../../model/limits.ts';

/** Numbers and dates for display. Only the interface uses `Intl`: artifacts must not depend on it [E1]. Formats are made when first used: see decision 246. */
const exact = once(() => new Intl.NumberFormat());
const compact = once(() => new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 }));
const relative = once(() => new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }));
const dateTime = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }));
const dateTimeSeconds = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }));
const languages = once(() => new Intl.DisplayNames('en', { type: 'language' }));
const clock = once(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' }));

export function formatCount(value: number): string {
  return exact().format(value);
}

/** Formats exactly below 10,000, else as 19.6K, 2.1M. */
export function formatCompact(value: number): string {
  return value < 10_000 ? exact().format(value) : compact().format(value).replace('K', 'k');
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${exact().format(bytes)} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = -1;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${exact().format(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)} ${units[unit]}`;
}

export function formatDuration(ms: number): string {
  // Rounded first: a part that is rounded alone gives `1 min 60 s`.
  if (Math.round(ms) < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${exact().format(tenths / 10)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export function formatAgo(iso: string, nowMs = Date.now()): string {
  const seconds = (Date.parse(iso) - nowMs) / 1000;
  if (Number.isNaN(seconds)) return '';
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return relative().format(Math.round(seconds / size), unit);
  }
  return relative().format(0, 'second');
}

export function formatDate(iso: string, { seconds = false } = {}): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? '' : (seconds ? dateTimeSeconds() : dateTime()).format(time);
}

export function formatClock(ms: number): string {
  return clock().format(ms);
}

/** `de` → German. Returns any other text of an address unchanged. */
export function formatLanguage(code: string): string {
  return /^[a-z]{2}$/.test(code) ? (languages().of(code) ?? code) : code;
}

export function formatPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Parses a budget; undefined below the size of an envelope and above what any model accepts. */
export function parseBudget(text: string): number | undefined {
  const match = /^\s*([\d.,\s_]+?)\s*([km]?)\s*(?:tokens?)?\s*$/i.exec(text);
  if (match?.[1] === undefined) return undefined;
  const unit = match[2]?.toLowerCase() === 'k' ? 1_000 : match[2]?.toLowerCase() === 'm' ? 1_000_000 : 1;
  const digits = unit === 1 ? match[1].replace(/[\s,._]/g, '') : match[1].replace(/[\s_]/g, '').replace(',', '.');
  const tokens = Math.round(Number(digits) * unit);
  return Number.isFinite(tokens) && tokens >= LIMITS.minPackTokens && tokens <= LIMITS.maxPackTokens
    ? tokens
    : undefined;
}

export function toBudgetText(tokens: number): string {
  if (tokens % 1_000_000 === 0) return `${tokens / 1_000_000}M`;
  if (tokens % 1_000 === 0) return `${tokens / 1_000}k`;
  return tokens >= 10_000 && tokens % 100 === 0 ? formatCompact(tokens) : String(tokens);
}
