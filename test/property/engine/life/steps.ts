import fc from 'fast-check';
import { type LifePath, PAGES, PATHS, type SiteVersions, type Versions } from './texts.ts';

/** One thing a person does. `collection`, `source` and `zip` are numbers: what they name is decided when its turn comes. */
export type Step =
  | { readonly type: 'create'; readonly sizes: number }
  | { readonly type: 'add'; readonly collection: number; readonly name: string; readonly files: Versions }
  | { readonly type: 'add-folder'; readonly collection: number; readonly folder: number }
  | { readonly type: 'crawl'; readonly collection: number; readonly site: number }
  | {
      readonly type: 'sync';
      readonly collection: number;
      readonly source: number;
      readonly files: Versions;
      readonly mode: 'crawl' | 'refresh';
    }
  | { readonly type: 'remove-source'; readonly collection: number; readonly source: number }
  /** Excludes a path from the next import, or includes it again. */
  | {
      readonly type: 'rule';
      readonly collection: number;
      readonly source: number;
      readonly path: LifePath;
      readonly leaveOut: boolean;
    }
  | { readonly type: 'rename' | 'duplicate' | 'delete' | 'undo' | 'verify'; readonly collection: number }
  | { readonly type: 'settings'; readonly collection: number; readonly sizes: number }
  | { readonly type: 'export'; readonly collection: number; readonly mask: boolean }
  | { readonly type: 'import'; readonly zip: number }
  | { readonly type: 'pack' | 'publish'; readonly collection: number; readonly mask: boolean }
  /** Ticks a file of the first selection, or removes the tick. */
  | { readonly type: 'select'; readonly collection: number; readonly path: LifePath; readonly tick: boolean }
  /** Backs up one collection, and restores one of the backups. */
  | { readonly type: 'back-up'; readonly collection: number }
  | { readonly type: 'restore'; readonly backup: number }
  | { readonly type: 'search'; readonly collection: number; readonly file: number };

export interface TimedStep {
  readonly step: Step;
  readonly tab: number;
  /** Number of store calls, by any tab, before the step starts. */
  readonly after: number;
}

/** Steps that are taken together. */
export interface Group {
  readonly steps: readonly TimedStep[];
  /** A tab that dies on the way; a new one is opened then. */
  readonly kill?: { readonly tab: number; readonly calls: number; readonly when: 'before' | 'after' };
  /** A tab that finds the disk full for some of its writes. */
  readonly full?: { readonly tab: number; readonly calls: number; readonly length: number };
  /** A tab that is closed before, and opened while the steps are taken: it tidies up meanwhile. */
  readonly reopen?: number;
  /** Changes on disk and on the net before the group runs. */
  readonly folder?: { readonly number: number; readonly files: Versions };
  readonly site?: { readonly number: number; readonly pages: SiteVersions };
}

export interface Life {
  /** Decides which call overtakes which. */
  readonly seed: number;
  readonly groups: readonly Group[];
}

export const TABS = 2;

const version = fc.nat(2);
const files = fc.record(Object.fromEntries(PATHS.map((path) => [path, version])), {
  requiredKeys: [],
}) as fc.Arbitrary<Versions>;
const pages = fc.record(Object.fromEntries(PAGES.map((page) => [page, version])), {
  requiredKeys: [],
}) as fc.Arbitrary<SiteVersions>;
/** Mostly the same one: it is there that things meet. */
const collection = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(3) });
const source = fc.nat(2);
const sizes = fc.nat(2);
const mask = fc.boolean();
const name = fc.constantFrom('docs', 'notes');

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant('create' as const), sizes }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('add' as const), collection, name, files }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('add-folder' as const), collection, folder: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('crawl' as const), collection, site: fc.nat(1) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('sync' as const),
      collection,
      source,
      files,
      mode: fc.constantFrom('crawl' as const, 'refresh' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('remove-source' as const), collection, source }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('rule' as const),
      collection,
      source,
      path: fc.constantFrom(...PATHS),
      leaveOut: fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('rename' as const, 'verify' as const), collection }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('duplicate' as const), collection }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('delete' as const, 'undo' as const), collection }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('settings' as const), collection, sizes }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('export' as const), collection, mask }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('import' as const), zip: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('pack' as const, 'publish' as const), collection, mask }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('select' as const),
      collection,
      path: fc.constantFrom(...PATHS),
      tick: fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('back-up' as const), collection }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('restore' as const), backup: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('search' as const), collection, file: fc.nat(5) }) },
);

const tab = fc.nat(TABS - 1);
const timed = fc.record({ step, tab, after: fc.oneof(fc.constant(0), fc.nat(60)) });

/** Yields a value once in `times` runs. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const group: fc.Arbitrary<Group> = fc
  .record({
    steps: fc.array(timed, { minLength: 1, maxLength: 3 }),
    kill: rarely(fc.record({ tab, calls: fc.nat(150), when: fc.constantFrom('before' as const, 'after' as const) }), 5),
    full: rarely(fc.record({ tab, calls: fc.nat(60), length: fc.integer({ min: 1, max: 20 }) }), 6),
    reopen: rarely(tab, 8),
    folder: rarely(fc.record({ number: fc.nat(2), files }), 3),
    site: rarely(fc.record({ number: fc.nat(1), pages }), 3),
  })
  .map(({ steps, ...rest }) => ({ steps, ...(withoutUndefined(rest) as Omit<Group, 'steps'>) }));

/** Any life: several tabs, several collections, anything at any time. */
export const life: fc.Arbitrary<Life> = fc.record({
  seed: fc.nat(1_000),
  groups: fc.array(group, { minLength: 2, maxLength: 8 }),
});

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
}
