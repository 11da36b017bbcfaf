import type { SiteOptions } from '../../model/site/site.ts';
import { toSiteOptions } from '../../model/site/site-options.ts';
import { readStoredJson, writeStored } from './stored.ts';

/** Saved options for other sites: everything except the address. */
export type PresetOptions = Omit<SiteOptions, 'url' | 'urls' | 'llmsUrl' | 'repo' | 'readerUrl'>;

export interface SitePreset {
  readonly name: string;
  readonly options: PresetOptions;
}

const KEY = 'quire.site-presets';

/** Reads the stored presets, without invalid values. */
export function readPresets(): readonly SitePreset[] {
  const stored = readStoredJson(KEY);
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => {
    const { name, options } = (entry ?? {}) as { name?: unknown; options?: unknown };
    if (typeof name !== 'string' || name === '' || typeof options !== 'object' || options === null) return [];
    return [{ name, options: toOptions(options) }];
  });
}

/** Saves a preset; replaces the one of the same name. Returns all presets, also those that another tab has saved. */
export function savePreset(preset: SitePreset): readonly SitePreset[] {
  const others = readPresets().filter(({ name }) => name !== preset.name);
  return store([...others, preset].sort((a, b) => (a.name < b.name ? -1 : 1)));
}

export function deletePreset(name: string): readonly SitePreset[] {
  return store(readPresets().filter((preset) => preset.name !== name));
}

function store(presets: readonly SitePreset[]): readonly SitePreset[] {
  writeStored(KEY, JSON.stringify(presets));
  return presets;
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
