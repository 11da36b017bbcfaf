import { listPaths, type Model, type ModelCollection, type ModelSource, type ModelSourceType } from './model.ts';
import type { Seen, SeenCollection, SeenSource } from './observe.ts';

export type Match = { readonly model: Model } | { readonly difference: string };

/** The model, with open questions decided by what is seen; or the difference between the two. */
export function match(model: Model, seen: Seen): Match {
  const left = new Map(seen.collections.map((collection) => [collection.id, collection]));
  const collections: ModelCollection[] = [];
  for (const wanted of model.collections) {
    if (wanted.hiddenBy !== undefined) {
      const same = wanted.id === undefined ? undefined : left.get(wanted.id);
      if (same?.name === wanted.name) return { difference: `${wanted.name} is there, though deleted` };
      // It was removed for good before a restore took its id.
      if (same === undefined) collections.push(wanted);
      continue;
    }
    const found = [...left.values()].find(({ id, name }) =>
      wanted.id === undefined ? name === wanted.name : id === wanted.id,
    );
    if (found === undefined) return { difference: `${wanted.name} is not there` };
    left.delete(found.id);
    const matched = matchCollection(wanted, found);
    if (typeof matched === 'string') return { difference: `${wanted.name}: ${matched}` };
    collections.push(matched);
  }
  const [stranger] = left.values();
  if (stranger !== undefined) return { difference: `${stranger.name} should not be there` };
  return { model: { ...model, collections } };
}

function matchCollection(wanted: ModelCollection, seen: SeenCollection): ModelCollection | string {
  if (seen.problems.length > 0) return seen.problems.join(', ');
  if (seen.name !== wanted.name) return `is named ${seen.name}`;
  if (seen.sizes !== wanted.sizes) return `has the sizes ${seen.sizes}, not ${wanted.sizes}`;
  const ticks = [...(wanted.ticks ?? [])].sort().join(' ');
  if (seen.ticks.join(' ') !== ticks) return `selects [${seen.ticks.join(' ')}], not [${ticks}]`;
  if (wanted.looseMarks !== undefined) return adopt(wanted, wanted.looseMarks, seen);
  const ids = (sources: readonly { id: string }[]): string => `[${sources.map(({ id }) => id).join(' ')}]`;
  if (ids(seen.sources) !== ids(wanted.sources))
    return `has the sources ${ids(seen.sources)}, not ${ids(wanted.sources)}`;
  const wrongFile = findWrongFile(wanted, seen);
  if (wrongFile !== undefined) return wrongFile;
  const sources: ModelSource[] = [];
  for (const [i, source] of wanted.sources.entries()) {
    const matched = matchSource(wanted, source, { seen, source: seen.sources[i] as SeenSource });
    if (typeof matched === 'string') return `${source.id}: ${matched}`;
    sources.push(matched);
  }
  const lag = findLag(seen);
  if (lag !== undefined && !wanted.snapshotMayLag) return lag;
  const { snapshotMayLag: _, ...rest } = wanted;
  return { ...rest, id: seen.id, sources, ...(lag === undefined ? {} : { snapshotMayLag: true }) };
}

function findWrongFile(wanted: ModelCollection, { marks }: SeenCollection): string | undefined {
  const paths = listPaths(wanted);
  for (const path of new Set([...paths.keys(), ...Object.keys(marks)])) {
    const allowed = paths.get(path) ?? [null];
    const mark = marks[path] ?? null;
    if (!allowed.includes(mark)) return `${path} is ${mark}, not ${allowed.join(' or ')}`;
  }
  return undefined;
}

function matchSource(
  wanted: ModelCollection,
  source: ModelSource,
  { seen, source: seenSource }: { seen: SeenCollection; source: SeenSource },
): ModelSource | string {
  if (seenSource.type !== source.type) return `is of type ${seenSource.type}, not ${source.type}`;
  if (!source.isUnsettled && seenSource.state !== 'INDEXED') return `is ${seenSource.state}`;
  const prefix = seen.sources.length > 1 || wanted.isPrefixed ? `${source.id}/` : '';
  const files: Record<string, readonly string[]> = {};
  for (const path of Object.keys(source.files)) {
    const mark = seen.marks[prefix + path];
    if (mark !== undefined) files[path] = [mark];
  }
  if (!seenSource.isPart && source.wholes && !source.wholes.some((whole) => isEqual(whole, files)))
    return 'is a part that is said to be the whole';
  const records = matchRecords(source, seenSource, Object.keys(files));
  return records ?? { ...source, files };
}

function matchRecords(source: ModelSource, seen: SeenSource, paths: readonly string[]): string | undefined {
  // A tab that died early may lack the record, but no source may have the record of another one.
  const mayLack = (value: number | undefined): boolean =>
    (source.isUnsettled === true || source.isForgotten === true) && value === undefined;
  if (seen.folder !== source.folder && !mayLack(seen.folder))
    return `remembers folder ${seen.folder}, not ${source.folder}`;
  if (seen.site !== source.site && !mayLack(seen.site)) return `remembers site ${seen.site}, not ${source.site}`;
  const [seenOut, wantedOut] = [seen.leftOut ?? [], source.leftOut ?? []].map((paths) => paths.join(' '));
  if (seenOut !== wantedOut) return `leaves out [${seenOut}], not [${wantedOut}]`;
  if (source.type !== 'site') return undefined;
  const pages = [...paths].sort().join(' ');
  return seen.pages?.join(' ') === pages ? undefined : `remembers the pages ${seen.pages?.join(' ')}, not ${pages}`;
}

function isEqual(whole: ModelSource['files'], files: Readonly<Record<string, readonly string[]>>): boolean {
  const paths = new Set([...Object.keys(whole), ...Object.keys(files)]);
  return [...paths].every((path) => (whole[path] ?? [null]).includes(files[path]?.[0] ?? null));
}

function findLag(seen: SeenCollection): string | undefined {
  if (seen.sources.length === 0 && seen.snapshotIndexId === undefined) return undefined;
  if (seen.snapshotIndexId === seen.indexId) return undefined;
  return `its newest snapshot is ${seen.snapshotIndexId === undefined ? 'missing' : 'of another index'}`;
}

/** Checks that a copy made during a write has only marks of the original, then takes its content as the expected one. */
function adopt(wanted: ModelCollection, marks: readonly string[], seen: SeenCollection): ModelCollection | string {
  const strange = Object.entries(seen.marks).find(([, mark]) => !marks.includes(mark));
  if (strange !== undefined) return `${strange[0]} is ${strange[1]}`;
  const { looseMarks: _, ...rest } = wanted;
  const isPrefixed =
    seen.sources.length > 1 || Object.keys(seen.marks).some((path) => path.startsWith(`${seen.sources[0]?.id}/`));
  const sources = seen.sources.map((source): ModelSource => {
    const prefix = isPrefixed ? `${source.id}/` : '';
    const own = Object.entries(seen.marks).filter(([path]) => path.startsWith(prefix));
    return {
      id: source.id,
      type: source.type as ModelSourceType,
      files: Object.fromEntries(own.map(([path, mark]) => [path.slice(prefix.length), [mark]])),
      ...(source.folder === undefined ? {} : { folder: source.folder }),
      ...(source.site === undefined ? {} : { site: source.site }),
      ...(source.leftOut === undefined ? {} : { leftOut: source.leftOut }),
      isUnsettled: true,
    };
  });
  return {
    ...rest,
    id: seen.id,
    sources,
    ...(isPrefixed && sources.length === 1 ? { isPrefixed } : {}),
    snapshotMayLag: true,
  };
}
