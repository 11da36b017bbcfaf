import type { TokenFamily } from '../../model/outputs/token-family.ts';
import { createSignal, type Signal } from './signal.ts';

/** Preferences stored in this browser; nothing of a collection's content is here. */
export interface Preferences {
  readonly singleKeys: boolean;
  /** Off by default: watching a folder has crashed Chromium. */
  readonly watchFolders: boolean;
  readonly budgetTokens: number;
  readonly packFormat: 'markdown' | 'xml';
  readonly packCounter: 'o200k' | TokenFamily;
  readonly packDetail: 'signatures' | 'chunks';
  readonly packOrder: 'path' | 'best';
  readonly facetsWidth: number;
  readonly resultsWidth: number;
  readonly treeWidth: number;
  /** `read` shows files as typography, a table or an image where possible. */
  readonly readerView: 'read' | 'source';
  /** Ids of the collections that were open, newest first. */
  readonly usedCollections: readonly string[];
  /** The id of a collection, a space and a query that found something there; newest first. */
  readonly recentSearches: readonly string[];
  readonly readerService: string;
  /** Resumes crawls that a crash or a closed tab interrupted without a click. */
  readonly resumeSites: boolean;
}

const DEFAULTS: Preferences = {
  singleKeys: true,
  watchFolders: false,
  budgetTokens: 32_000,
  packFormat: 'markdown',
  packCounter: 'o200k',
  packDetail: 'signatures',
  packOrder: 'path',
  facetsWidth: 232,
  resultsWidth: 430,
  treeWidth: 520,
  readerView: 'read',
  usedCollections: [],
  recentSearches: [],
  readerService: '',
  resumeSites: false,
};

const KEY = 'quire.preferences';

export interface PreferenceStore {
  readonly values: Signal<Preferences>;
  set<K extends keyof Preferences>(key: K, value: Preferences[K]): void;
  reset(): void;
}

/** Storage may be refused; choices then last until the page closes. */
export function createPreferences(): PreferenceStore {
  const values = createSignal<Preferences>(read());
  return {
    values,
    set(key, value) {
      values.update((now) => ({ ...now, [key]: value }));
      try {
        localStorage.setItem(KEY, JSON.stringify(values.get()));
      } catch {}
    },
    reset() {
      values.set(DEFAULTS);
      try {
        localStorage.removeItem(KEY);
      } catch {}
    },
  };
}

function read(): Preferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ...DEFAULTS, ...keepSameTypes(stored) };
  } catch {
    return DEFAULTS;
  }
}

/** Ignores values of another type: an older release, or the user, may have written anything here. */
function keepSameTypes(stored: unknown): Partial<Preferences> {
  if (typeof stored !== 'object' || stored === null) return {};
  const entries = Object.entries(stored).filter(
    ([key, value]) => key in DEFAULTS && isSameType(value, DEFAULTS[key as keyof Preferences]),
  );
  return Object.fromEntries(entries) as Partial<Preferences>;
}

function isSameType(value: unknown, example: unknown): boolean {
  if (!Array.isArray(example)) return typeof value === typeof example;
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
