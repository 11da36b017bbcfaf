import type { TokenFamily } from '../../model/outputs/pack.ts';
import { createSignal } from './signal.ts';
import { onStoredElsewhere, readStoredJson, writeStored } from './stored.ts';

/** Preferences stored in this browser; nothing of a collection's content is here. */
export type Preferences = Readonly<typeof DEFAULTS>;

const DEFAULTS = {
  singleKeys: true,
  watchFolders: true,
  /** Ids of the sources whose folders are not followed. */
  paused: [] as readonly string[],
  budgetTokens: 32_000,
  packFormat: 'markdown' as 'markdown' | 'xml',
  packCounter: 'o200k' as 'o200k' | TokenFamily,
  packDetail: 'signatures' as 'signatures' | 'chunks',
  packOrder: 'best' as 'path' | 'best',
  packLines: true,
  facetsWidth: 232,
  resultsWidth: 430,
  treeWidth: 520,
  /** `read` shows files as typography, a table or an image where possible, `page` PDFs as printed. */
  readerView: 'read' as 'read' | 'page' | 'source',
  pageThumbnails: false,
  wrapCode: true,
  /** Ids of the collections that were open, newest first. */
  usedCollections: [] as readonly string[],
  /** The id of a collection, a space and a query that found something there; newest first. */
  recentSearches: [] as readonly string[],
  readerService: '',
  /** Address that opens a file in the user's editor; empty until chosen. */
  editor: '',
  /** Where the folder of a source is on this computer, by source id: a browser doesn't tell. */
  folders: {} as Readonly<Record<string, string>>,

  /** Resumes crawls that a crash or a closed tab interrupted without a click. */
  resumeSites: false,
};

const KEY = 'quire.preferences';

export function createPreferences() {
  const read = (): Preferences => ({ ...DEFAULTS, ...keepSameTypes(readStoredJson(KEY)) });
  const values = createSignal(read());
  return {
    values,
    /** Writes this preference only: another tab may have changed others, and a later release may have stored more. */
    set<K extends keyof Preferences>(key: K, value: Preferences[K]): void {
      values.update((now) => ({ ...now, [key]: value }));
      const stored = readStoredJson(KEY);
      writeStored(KEY, JSON.stringify({ ...(typeof stored === 'object' ? stored : {}), [key]: value }));
    },
    /** Takes the changes of other tabs, until the returned function is called. */
    follow: () => onStoredElsewhere(KEY, () => values.set(read())),
    reset(): void {
      values.set(DEFAULTS);
      writeStored(KEY, undefined);
    },
  };
}

/** Ignores values of another type. */
function keepSameTypes(stored: unknown): Partial<Preferences> {
  if (typeof stored !== 'object' || stored === null) return {};
  const entries = Object.entries(stored).filter(
    ([key, value]) => key in DEFAULTS && isSameType(value, DEFAULTS[key as keyof Preferences]),
  );
  return Object.fromEntries(entries) as Partial<Preferences>;
}

function isSameType(value: unknown, example: unknown): boolean {
  if (typeof example !== 'object') return typeof value === typeof example;
  const isSameForm = typeof value === 'object' && value !== null && Array.isArray(value) === Array.isArray(example);
  return isSameForm && Object.values(value).every((one) => typeof one === 'string');
}
