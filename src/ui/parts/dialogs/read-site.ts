import {
  type CrawlType,
  DEFAULT_SITE_OPTIONS,
  SITE_BOUNDS,
  type SiteOptions,
  type SiteScope,
} from '../../../model/site/site.ts';
import { preferences } from '../../state/preferences.ts';

/** Undefined when the text is not an address, or a list with a line that is none. Numbers are clamped to their bounds. */
export function readSite(text: string, form: FormData): SiteChoice | undefined {
  const urls = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(toSiteUrl);
  const [url] = urls;
  if (url === undefined || !urls.every((one) => one !== undefined)) return undefined;
  const globs = String(form.get('globs') ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const numbers = NUMBERS.flatMap((name) => {
    const value = toNumber(form, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const windows = WINDOWS.map((name) => [name, String(form.get(name) ?? '').trim()] as const);
  const { readerService } = preferences.get();
  return {
    url,
    ...(urls.length > 1 ? { urls } : {}),
    crawlType: (form.get('crawlType') as CrawlType | null) ?? DEFAULT_SITE_OPTIONS.crawlType,
    scope: (form.get('scope') as SiteScope | null) ?? DEFAULT_SITE_OPTIONS.scope,
    globs,
    ...Object.fromEntries(numbers),
    ...Object.fromEntries(FLAGS.map((name) => [name, form.get(name) !== null])),
    ...Object.fromEntries(windows.filter(([, text]) => isWindow(text))),
    ...(readerService === '' ? {} : { readerUrl: readerService }),
  };
}

export type SiteChoice = Partial<SiteOptions> & Pick<SiteOptions, 'url'>;

export const FLAGS = ['includeOptional', 'allowQuery', 'stopAtFirstError', 'removeUnlinked'] as const;

/** How long pages are left alone: all of them, those that are no hubs, hubs. */
export const WINDOWS = ['refetch_after', 'refetch_page_after', 'refetch_hub_after'] as const;

/** `30m`, `6h`, `7d`, `2w`. */
export function isWindow(text: string): boolean {
  return /^\d{1,6}\s*[mhdw]$/i.test(text.trim());
}

export type NumberName = keyof typeof SITE_BOUNDS;

const NUMBERS: readonly NumberName[] = [
  'maxPages',
  'maxDepth',
  'concurrency',
  'maxRequestsPerSec',
  'retries',
  'timeoutMs',
  'maxPageBytes',
  'maxFrontier',
];

/** People think of a timeout in seconds, and of a page in megabytes. */
export function toUnit(name: NumberName): number {
  if (name === 'timeoutMs') return 1_000;
  return name === 'maxPageBytes' ? 1_000_000 : 1;
}

function toNumber(form: FormData, name: NumberName): number | undefined {
  const text = String(form.get(name) ?? '').trim();
  const value = Number(text) * toUnit(name);
  if (text === '' || !Number.isFinite(value)) return undefined;
  const [min, max] = SITE_BOUNDS[name];
  // Not rounded: less than one request a second is allowed.
  return Math.min(max, Math.max(min, name === 'maxRequestsPerSec' ? value : Math.round(value)));
}

/** People type `docs.example.org` and mean https. */
function toSiteUrl(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || /\s/.test(trimmed)) return undefined;
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  try {
    const url = new URL(withScheme);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}
