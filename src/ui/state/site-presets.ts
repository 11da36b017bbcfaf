import type { SiteOptions } from '../../model/site/site.ts';
import { toSiteOptions } from '../../site/site-options.ts';
import { onStoredElsewhere, readStoredJson, writeStored } from './stored.ts';

/** Saved options for other sites: everything except the address. */
export type PresetOptions = Omit<SiteOptions, 'url' | 'urls' | 'llmsUrl' | 'repo' | 'readerUrl'>;

interface SitePreset {
  readonly name: string;
  readonly options: PresetOptions;
}

const KEY = 'quire.site-presets';

/** Reads the stored presets, without invalid values, in the order of their names. */
export function readPresets(): readonly SitePreset[] {
  return toPresets(readEntries());
}

function toPresets(entries: readonly unknown[]): readonly SitePreset[] {
  const presets = entries.flatMap((entry) => {
    const { name, options } = toEntry(entry);
    if (typeof name !== 'string' || name === '' || typeof options !== 'object' || options === null) return [];
    return [{ name, options: toOptions(options) }];
  });
  return presets.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Saves a preset; replaces the one of the same name. Returns all presets, also those that another tab has saved. */
export function savePreset(preset: SitePreset): readonly SitePreset[] {
  return store([...listOthers(preset.name), preset]);
}

export function deletePreset(name: string): readonly SitePreset[] {
  return store(listOthers(name));
}

/** Calls back after another tab has changed the presets, until the returned function is called. */
export function followPresets(callback: () => void): () => void {
  return onStoredElsewhere(KEY, callback);
}

/** Entries as stored: those that this release cannot read are kept for the one that wrote them. */
function readEntries(): readonly unknown[] {
  const stored = readStoredJson(KEY);
  return Array.isArray(stored) ? stored : [];
}

function listOthers(name: string): readonly unknown[] {
  return readEntries().filter((entry) => toEntry(entry).name !== name);
}

function toEntry(entry: unknown): { readonly name?: unknown; readonly options?: unknown } {
  return typeof entry === 'object' && entry !== null ? entry : {};
}

function store(entries: readonly unknown[]): readonly SitePreset[] {
  writeStored(KEY, JSON.stringify(entries));
  return toPresets(entries);
}

function toOptions(given: object): PresetOptions {
  const valid = Object.entries(given).filter(([name, value]) => name !== 'url' && isValid({ [name]: value }));
  const { url: _, ...options } = toSiteOptions(ANY_URL, Object.fromEntries(valid));
  return options;
}

const ANY_URL = 'https://address.invalid/';

function isValid(option: Readonly<Record<string, unknown>>): boolean {
  try {
    return toSiteOptions(ANY_URL, option) !== undefined;
  } catch {
    return false;
  }
}
