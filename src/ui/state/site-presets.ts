import { isRetryDelays } from '../../model/site/retry-delays.ts';
import { CRAWL_TYPES, DEFAULT_SITE_OPTIONS, SITE_BOUNDS, type SiteOptions } from '../../model/site/site.ts';
import type { Signal } from './signal.ts';
import { readStoredJson, writeStored } from './stored.ts';

/** Saved options for other sites: everything except the address. */
export type PresetOptions = Omit<SiteOptions, 'url' | 'urls' | 'llmsUrl' | 'repo' | 'readerUrl'>;

export interface SitePreset {
  readonly name: string;
  readonly options: PresetOptions;
}

const KEY = 'quire.site-presets';
const MAX_NAME_CHARS = 60;

type Presets = Signal<readonly SitePreset[]>;

/** Reads the stored presets: another tab may have saved one. */
export function loadPresets(presets: Presets): void {
  presets.set(toPresets(readStoredJson(KEY)));
}

/** Saves a preset; replaces the one of the same name. Returns false without a name. */
export function savePreset(presets: Presets, name: string, options: PresetOptions): boolean {
  const kept = name.trim().slice(0, MAX_NAME_CHARS);
  if (kept === '') return false;
  const change = (all: readonly SitePreset[]) =>
    [...all.filter((preset) => preset.name !== kept), { name: kept, options }].sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
  store(presets, change);
  return true;
}

export function deletePreset(presets: Presets, name: string): void {
  store(presets, (all) => all.filter((preset) => preset.name !== name));
}

function store(presets: Presets, change: (all: readonly SitePreset[]) => readonly SitePreset[]): void {
  loadPresets(presets);
  presets.update(change);
  writeStored(KEY, JSON.stringify(presets.get()));
}

/** Replaces invalid values by their default. */
export function toPresets(stored: unknown): readonly SitePreset[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => {
    const { name, options } = (entry ?? {}) as { name?: unknown; options?: unknown };
    if (typeof name !== 'string' || name.trim() === '' || typeof options !== 'object' || options === null) return [];
    return [{ name: name.slice(0, MAX_NAME_CHARS), options: toOptions(options as Record<string, unknown>) }];
  });
}

function toOptions(given: Readonly<Record<string, unknown>>): PresetOptions {
  const usable = Object.entries(given).filter(([name, value]) => isUsable(name, value));
  return { ...DEFAULT_SITE_OPTIONS, ...Object.fromEntries(usable) };
}

function isUsable(name: string, value: unknown): boolean {
  if (name === 'crawlType') return typeof value === 'string' && Object.hasOwn(CRAWL_TYPES, value);
  if (name === 'scope') return value === 'subpages' || value === 'hostname' || value === 'domain';
  if (name === 'globs') return Array.isArray(value) && value.every((glob) => typeof glob === 'string');
  if (name === 'retryDelaysSec') return isRetryDelays(value);
  if (/^refetch(?:_page|_hub)?_after$/.test(name)) return typeof value === 'string';
  if (Object.hasOwn(SITE_BOUNDS, name)) {
    const [min, max] = SITE_BOUNDS[name as keyof typeof SITE_BOUNDS];
    return typeof value === 'number' && value >= min && value <= max;
  }
  return typeof value === 'boolean' && typeof DEFAULT_SITE_OPTIONS[name as keyof PresetOptions] === 'boolean';
}
