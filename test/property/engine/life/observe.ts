import { type Collection, isPartlyRead } from '../../../../src/model/collection.ts';
import { FIRST_SELECTION } from '../../../../src/model/outputs/selection.ts';
import { DEFAULT_SETTINGS } from '../../../../src/model/settings.ts';
import { type LifeBrowser, type LifeTab, SITE_URLS } from './browser.ts';
import { SIZES } from './model.ts';
import { EMPTY, findMarks, type Marks, REFUSED } from './texts.ts';

/** The collections as the user sees them. */
export interface Seen {
  readonly collections: readonly SeenCollection[];
}

export interface SeenCollection {
  readonly id: string;
  readonly name: string;
  readonly sizes: number;
  readonly indexId: string;
  readonly sources: readonly SeenSource[];
  readonly marks: Marks;
  /** The index of the newest state that can be compared. */
  readonly snapshotIndexId?: string;
  readonly problems: readonly string[];
  readonly ticks: readonly string[];
}

export interface SeenSource {
  readonly id: string;
  readonly type: string;
  readonly state: string;
  /** Says of itself that its reading did not come to an end. */
  readonly isPart: boolean;
  readonly folder?: number;
  readonly site?: number;
  readonly leftOut?: readonly string[];
  /** Paths the pages of a site are remembered by. */
  readonly pages?: readonly string[];
}

/** Marks of files already read, by the hash of their bytes. */
const markBySha = new Map<string, string>();

export async function look(browser: LifeBrowser, tab: LifeTab): Promise<Seen> {
  const collections: SeenCollection[] = [];
  for (const collection of await tab.engine.listCollections()) {
    collections.push(await lookAt(browser, tab, collection));
  }
  return { collections };
}

async function lookAt(browser: LifeBrowser, tab: LifeTab, collection: Collection): Promise<SeenCollection> {
  const { id, name, index_id, settings } = collection;
  const marks = await readMarks(tab, id);
  const [snapshot] = await tab.engine.listSnapshots(id);
  const sources: SeenSource[] = [];
  const { rules, selections } = await tab.engine.readChoices(id);
  for (const source of collection.sources) {
    const { id: sourceId, type, state } = source;
    const records = await readRecords(browser, tab, { id, sourceId, type });
    const leftOut = [...new Set(rules[sourceId]?.exclude)].map((glob) => glob.slice(1)).sort();
    const isPart = isPartlyRead(source);
    sources.push({ id: sourceId, type, state, isPart, ...records, ...(leftOut.length > 0 ? { leftOut } : {}) });
  }
  return {
    id,
    name,
    sizes: SIZES.findIndex(
      (sizes) => ({ ...DEFAULT_SETTINGS, ...sizes }).chunk_target_chars === settings.chunk_target_chars,
    ),
    indexId: index_id,
    sources,
    marks,
    ...(snapshot === undefined ? {} : { snapshotIndexId: snapshot.index_id }),
    problems: checkFigures(collection, marks),
    ticks: [...(selections[FIRST_SELECTION]?.paths ?? [])].sort(),
  };
}

async function readMarks(tab: LifeTab, id: string): Promise<Marks> {
  const marks: Record<string, string> = {};
  for (const { path, reason } of await tab.engine.listWithoutText(id))
    marks[path] = reason === 'empty' ? EMPTY : REFUSED;
  for (const { path, sha256, chunkCount } of await tab.engine.listFiles(id)) {
    if (chunkCount === 0) continue;
    const known = markBySha.get(sha256) ?? (await readMark(tab, id, path));
    markBySha.set(sha256, known);
    marks[path] = known;
  }
  return marks;
}

async function readMark(tab: LifeTab, id: string, path: string): Promise<string> {
  for (let line = 1; line <= 6; line++) {
    const answer = await tab.engine.findChunkAt(id, path, line);
    const [mark] = findMarks(answer?.chunk.content ?? '');
    if (mark !== undefined) return mark;
  }
  return `(no mark in ${path})`;
}

async function readRecords(
  browser: LifeBrowser,
  tab: LifeTab,
  { id, sourceId, type }: { id: string; sourceId: string; type: string },
): Promise<Partial<SeenSource>> {
  const handle = await tab.engine.rememberedHandle(id, sourceId);
  let folder: number | undefined;
  for (const [number, one] of browser.folders.entries()) if (handle && (await one.isSame(handle))) folder = number;
  const options = await tab.sites.options(id, sourceId);
  const site = options && (SITE_URLS as readonly string[]).indexOf(options.url);
  const pages = type === 'site' ? (await tab.sites.pages(id, sourceId)).map(({ path }) => path).sort() : undefined;
  return {
    ...(folder === undefined ? {} : { folder }),
    ...(site === undefined ? {} : { site }),
    ...(pages === undefined ? {} : { pages }),
  };
}

function checkFigures({ stats, evicted }: Collection, marks: Marks): string[] {
  const all = Object.values(marks);
  const refused = all.filter((mark) => mark === REFUSED).length;
  const empty = all.filter((mark) => mark === EMPTY).length;
  const wanted = { total_files: all.length - refused, empty_files: empty, refused_files: refused };
  const wrong = Object.entries(wanted).filter(([name, value]) => stats[name as keyof typeof wanted] !== value);
  return [
    ...wrong.map(([name, value]) => `${name} is ${stats[name as keyof typeof wanted]}, not ${value}`),
    ...(evicted ? ['its files are gone'] : []),
  ];
}
