import { type Command, findCrawlCode, type Result, toName, toSearchedMark } from './commands.ts';
import {
  addCollection,
  addSource,
  changeCollection,
  changeSource,
  findCollection,
  listMarks,
  listPaths,
  type Model,
  type ModelCollection,
  type ModelSource,
  mixFiles,
  removeSource,
  replaceCollection,
  toFiles,
} from './model.ts';
import { EMPTY, REFUSED } from './texts.ts';

/** A command and how it ended. */
export interface Run {
  readonly command: Command;
  readonly result: Result;
}

export interface Meanwhile {
  /** The other commands of the group. */
  readonly others: readonly Command[];
  /** Those commands that did not finish. */
  readonly cutShort: readonly Command[];
  /** Sessions that have ended: what they deleted may be gone for good. */
  readonly ended: ReadonlySet<number>;
  /** Its tab found the disk full for a while. */
  readonly isFull: boolean;
  /** The session of the command's tab. */
  readonly session: number;
  /** Marks that were in the collection, or came into it, while the group ran. */
  readonly passing: (collectionId: string) => readonly string[];
}

export function toMeanwhile(
  run: Run,
  group: { readonly runs: readonly Run[] } & Omit<Meanwhile, 'others' | 'cutShort'>,
): Meanwhile {
  const { runs, ...rest } = group;
  const others = runs.filter((other) => other !== run);
  return {
    ...rest,
    others: others.map(({ command }) => command),
    cutShort: others.filter(({ result }) => result.type !== 'ok').map(({ command }) => command),
  };
}

/** Every model the command may leave behind, given how it ended; none when it must not end like that. */
export function listOutcomes(model: Model, command: Command, result: Result, meanwhile: Meanwhile): Model[] {
  if (result.type === 'ok') {
    const done = applyDone(model, command, { answer: result.value, meanwhile });
    return meanwhile.isFull ? [...done, ...done.map((one) => letForget(letLag(one, command)))] : done;
  }
  if (result.type === 'dead') return listDead(model, command, meanwhile);
  const code = result.type === 'refused' ? result.code : findCrawlCode(result.message);
  return code === undefined ? [] : listRefused(model, command, { code, meanwhile, result });
}

const GONE = new Set([
  'engine/unknown-collection',
  'engine/unknown-source',
  'store/not-found',
  'engine/cancelled',
  'engine/deleted',
]);

function listRefused(
  model: Model,
  command: Command,
  { code, meanwhile, result }: { code: string; meanwhile: Meanwhile; result: Result },
): Model[] {
  const { collectionId, step } = command;
  const together = meanwhile.others.filter((other) => other.collectionId === collectionId && collectionId !== '');
  if (code === 'store/quota') return meanwhile.isFull ? listDead(model, command, meanwhile) : [];
  if (code === 'engine/busy') {
    const isNamed = result.type === 'refused' && typeof result.details.running === 'string';
    return together.some(isWriter) && isNamed ? [model] : [];
  }
  if (code === 'crawl/already-running') {
    return together.some((other) => isCrawl(other) && mayShareSite(other, command)) ? [model] : [];
  }
  if (!GONE.has(code)) return [];
  const found = findCollection(model, collectionId);
  if (step.type === 'undo') {
    if (found?.hiddenBy === undefined) return found === undefined ? [model] : [];
    return meanwhile.ended.has(found.hiddenBy) ? [replaceCollection(model, collectionId, undefined)] : [];
  }
  const isDeleted = found === undefined || found.hiddenBy !== undefined;
  const isRemoved = command.source !== undefined && !found?.sources.some(({ id }) => id === command.source?.id);
  const isBeingDeleted = together.some(({ step: other }) => other.type === 'delete');
  const isBeingRemoved = together.some(
    (other) =>
      other.step.type === 'remove-source' && other.source?.id === command.source?.id && command.source !== undefined,
  );
  if (isDeleted || isRemoved) return [model];
  if (!isBeingDeleted && !isBeingRemoved) return [];
  // Work committed before the deletion stays, though the command failed.
  return listDead(model, command, meanwhile);
}

/** The tab died: it has done nothing, all, or the part that was committed. */
function listDead(model: Model, command: Command, meanwhile: Meanwhile): Model[] {
  const isRead = ['export', 'back-up', 'publish', 'pack', 'search', 'verify'].includes(command.step.type);
  if (isRead) return [model];
  const part = applyPart(model, command);
  if (part.length > 0) return [model, ...part];
  const done = applyDone(model, command, { answer: {}, meanwhile });
  return [model, ...done.map((one) => letLag(one, command))];
}

/** Died after its commit, perhaps before the snapshot. */
function letLag(model: Model, { collectionId, ...command }: Command): Model {
  const collections = model.collections.map((one) =>
    one.id === collectionId || one.name === toName({ collectionId, ...command })
      ? { ...one, snapshotMayLag: true }
      : one,
  );
  return { ...model, collections };
}

/** No room was left for the handles of folders: the user chooses them again. */
function letForget(model: Model): Model {
  const collections = model.collections.map((one) => ({ ...one, sources: one.sources.map(toForgotten) }));
  return { ...model, collections };
}

function toForgotten(source: ModelSource): ModelSource {
  return source.type === 'folder' ? { ...source, isForgotten: true } : source;
}

function applyPart(model: Model, command: Command): Model[] {
  const { step, collectionId, marks, source } = command;
  const after = toFiles(marks);
  const lag = { snapshotMayLag: true };
  const add = (name: string, more: Partial<ModelSource> & Pick<ModelSource, 'type'>): Model[] =>
    one(
      changeCollection(model, collectionId, (collection) => ({
        ...addSource(collection, name, {
          files: mixFiles({}, after),
          isUnsettled: true,
          ...(more.type === 'site' ? {} : { wholes: [after] }),
          ...more,
        }),
        ...lag,
      })),
    );
  if (step.type === 'add') return add(step.name, { type: 'files' });
  if (step.type === 'add-folder') return add(toFolderName(step.folder), { type: 'folder', folder: step.folder });
  if (step.type === 'crawl') return add(toSiteName(step.site), { type: 'site', site: step.site });
  if (step.type !== 'sync') return [];
  return one(
    changeCollection(model, collectionId, (collection) => {
      const changed = changeSource(collection, source?.id ?? '', (before) => {
        const wanted = toFiles(command.marks, before.leftOut);
        return {
          ...before,
          files: mixFiles(before.files, wanted),
          isUnsettled: true,
          ...(before.type === 'site' ? {} : { wholes: [...(before.wholes ?? [before.files]), wanted] }),
        };
      });
      return changed && { ...changed, ...lag };
    }),
  );
}

function applyDone(
  model: Model,
  command: Command,
  { answer, meanwhile }: { answer: import('./commands.ts').Answer; meanwhile: Meanwhile },
): Model[] {
  const { step, collectionId, marks, source } = command;
  const change = (work: (collection: ModelCollection) => ModelCollection | undefined): Model[] =>
    one(changeCollection(model, collectionId, work));
  // A crawl commits many times between other writers, so an interrupted one may have committed last.
  const isCrawledOn = meanwhile.cutShort.some((other) => other.collectionId === collectionId && isCrawl(other));
  const settle = (collection: ModelCollection | undefined): ModelCollection | undefined => {
    if (collection === undefined || isCrawledOn) return collection;
    const { snapshotMayLag: _, ...rest } = collection;
    return rest;
  };
  const named = { name: toName(command), ...(answer.id === undefined ? {} : { id: answer.id }) };
  switch (step.type) {
    case 'create':
      return [addCollection(model, { ...named, sizes: step.sizes, sources: [] })];
    case 'add':
      return change((it) => settle(addSource(it, step.name, { type: 'files', files: toFiles(marks) })));
    case 'add-folder':
      return change((it) =>
        settle(
          addSource(it, toFolderName(step.folder), { type: 'folder', folder: step.folder, files: toFiles(marks) }),
        ),
      );
    case 'crawl':
      return change((it) =>
        settle(addSource(it, toSiteName(step.site), { type: 'site', site: step.site, files: toFiles(marks) })),
      );
    case 'sync':
      return change((it) =>
        settle(
          changeSource(it, source?.id ?? '', ({ isUnsettled: _, wholes: __, ...before }) => ({
            ...before,
            files: answer.isResumed ? toResumed(before, command) : toSynced(before, command),
          })),
        ),
      );
    case 'remove-source':
      return change((it) => settle(removeSource(it, source?.id ?? '')));
    case 'rule':
      return listRuled(model, command, meanwhile);
    case 'select':
      return listSelected(model, command, meanwhile);
    case 'rename':
      return change((it) => ({ ...it, name: toName(command) }));
    case 'settings':
      return change((it) => settle({ ...it, sizes: step.sizes === 0 ? it.sizes : step.sizes }));
    case 'delete': {
      const found = findCollection(model, collectionId);
      return found === undefined
        ? []
        : [replaceCollection(model, collectionId, { ...found, hiddenBy: meanwhile.session })];
    }
    case 'undo': {
      const found = findCollection(model, collectionId);
      if (found === undefined) return [];
      const { hiddenBy: _, ...shown } = found;
      return [replaceCollection(model, collectionId, shown)];
    }
    case 'duplicate':
      return listCopies(model, command, meanwhile).map((copy) => addCollection(model, { ...copy, ...named }));
    case 'export':
      if (step.mask || answer.blob === undefined) return findVisible(model, collectionId) ? [model] : [];
      return listCopies(model, command, meanwhile).map((copy) => ({
        ...model,
        zips: { ...model.zips, [command.number]: copy },
      }));
    case 'back-up':
      if (answer.blob === undefined) return findVisible(model, collectionId) ? [model] : [];
      return listCopies(model, command, meanwhile).map((copy) => ({
        ...model,
        backups: { ...model.backups, [command.number]: copy },
      }));
    case 'restore': {
      const backup = model.backups[command.zip ?? -1];
      return backup === undefined ? [] : [addCollection(model, { ...toRestored(backup), ...named })];
    }
    case 'import': {
      const zip = model.zips[command.zip ?? -1];
      return zip === undefined ? [] : [addCollection(model, { ...toImported(zip), ...named })];
    }
    case 'search':
    case 'pack':
    case 'publish':
      return isRightAnswer(model, command, { answer, meanwhile }) ? [model] : [];
    case 'verify':
      return findVisible(model, collectionId) ? [model] : [];
  }
}

/** Kept whether or not the collection can be seen; of a source that is not there nothing is known. */
function listRuled(model: Model, command: Command, { others }: Meanwhile): Model[] {
  const { collectionId, source, step } = command;
  const found = findCollection(model, collectionId);
  if (found === undefined || step.type !== 'rule') return [model];
  const rule = (more: readonly string[]): Model => {
    const changed = changeSource(found, source?.id ?? '', ({ leftOut = [], ...rest }) => {
      const next = [...new Set([...leftOut, ...more].filter((path) => path !== step.path || step.leaveOut))].sort();
      return next.length === 0 ? rest : { ...rest, leftOut: next };
    });
    return changed === undefined ? model : replaceCollection(model, collectionId, changed);
  };
  const ruled = rule(step.leaveOut ? [step.path] : []);
  // Two at the same instant: the rules of a source are one record, and one of the two may be lost.
  const isAlone = !others.some((other) => other.step.type === 'rule' && other.source?.id === source?.id);
  return isAlone ? [ruled] : [ruled, model];
}

/** Kept like a rule; of two at the same instant one may be lost. */
function listSelected(model: Model, { collectionId, step }: Command, { others }: Meanwhile): Model[] {
  const found = findCollection(model, collectionId);
  if (found === undefined || step.type !== 'select') return [model];
  const ticks = (found.ticks ?? []).filter((path) => path !== step.path);
  const next = { ...found, ticks: step.tick ? [...ticks, step.path] : ticks };
  const isAlone = !others.some((other) => other.step.type === 'select' && other.collectionId === collectionId);
  const changed = replaceCollection(model, collectionId, next);
  return isAlone ? [changed] : [changed, model];
}

/** The handles of folders are not in a backup. */
function toRestored(backup: ModelCollection): ModelCollection {
  return { ...backup, sources: backup.sources.map(toForgotten) };
}

/** Returns an exact copy or, during a long write, also one with any of the marks written so far. */
function listCopies(model: Model, { collectionId }: Command, meanwhile: Meanwhile): ModelCollection[] {
  const found = findVisible(model, collectionId);
  if (found === undefined) return [];
  const { id: _, ...copy } = found;
  const isBusy = meanwhile.others.some((other) => other.collectionId === collectionId && isLong(other));
  return isBusy ? [copy, { ...copy, looseMarks: meanwhile.passing(collectionId) }] : [copy];
}

/** An export holds neither what was refused nor where its files came from. */
function toImported(zip: ModelCollection): ModelCollection {
  const isPrefixed = zip.sources.length > 1 || zip.isPrefixed === true;
  const sources = zip.sources.map(
    ({ id, files }): ModelSource => ({
      id,
      type: 'import',
      files: Object.fromEntries(Object.entries(files).filter(([, marks]) => marks[0] !== REFUSED)),
    }),
  );
  const { snapshotMayLag: _, isPrefixed: __, ticks: ___, ...rest } = zip;
  if (zip.looseMarks !== undefined) return rest;
  const filled = sources.filter(({ files }) => Object.keys(files).length > 0);
  // In the order of their files.
  filled.sort((a, b) => (`${a.id}/` < `${b.id}/` ? -1 : 1));
  if (isPrefixed && filled.length > 0)
    return { ...rest, sources: filled, ...(filled.length === 1 ? { isPrefixed } : {}) };
  return { ...rest, sources: [{ id: 'import', type: 'import', files: filled[0]?.files ?? {} }] };
}

function isRightAnswer(
  model: Model,
  command: Command,
  { answer, meanwhile }: { answer: import('./commands.ts').Answer; meanwhile: Meanwhile },
): boolean {
  const found = findVisible(model, command.collectionId);
  if (found === undefined) return false;
  const isQuiet = !meanwhile.others.some((other) => other.collectionId === command.collectionId && isWriter(other));
  if (answer.marks !== undefined) {
    const wanted = listMarks(found).filter((mark) => mark !== EMPTY && mark !== REFUSED);
    if (!isQuiet) return answer.marks.every((mark) => meanwhile.passing(command.collectionId).includes(mark));
    return isSameSet(answer.marks, wanted);
  }
  if (!isQuiet || command.step.type !== 'search') return true;
  const mark = toSearchedMark(command.step.file);
  const wanted = [...listPaths(found)].filter(([, marks]) => marks.includes(mark)).map(([path]) => path);
  return isSameSet(answer.paths ?? [], wanted);
}

/** A sync resumes the crawl of a dead tab: pages already fetched are not fetched again, even if the site has changed. */
function toResumed(before: Pick<ModelSource, 'files' | 'leftOut'>, { marks }: Command): ModelSource['files'] {
  return mixFiles(before.files, toFiles(marks, before.leftOut));
}

function toSynced(
  before: Pick<ModelSource, 'type' | 'files' | 'leftOut'>,
  { step, marks }: Command,
): ModelSource['files'] {
  const after = toFiles(marks, before.leftOut);
  if (before.type !== 'site' || step.type !== 'sync' || step.mode === 'crawl') return after;
  // A refresh visits the pages that are known, and no others.
  return Object.fromEntries(Object.entries(after).filter(([path]) => before.files[path] !== undefined));
}

export function isWriter({ step }: Command): boolean {
  return !['search', 'pack', 'publish', 'export'].includes(step.type);
}

function isLong({ step }: Command): boolean {
  return ['add', 'add-folder', 'crawl', 'sync'].includes(step.type);
}

function isCrawl({ step, source }: Command): boolean {
  return step.type === 'crawl' || (step.type === 'sync' && source?.type === 'site');
}

/** A site that was removed and added again may have the id it had. */
function mayShareSite(other: Command, { source }: Command): boolean {
  if (other.step.type !== 'crawl') return other.source?.id === source?.id;
  const name = toSiteName(other.step.site);
  return source === undefined || source.id === name || source.id.startsWith(`${name}-`);
}

function findVisible(model: Model, id: string): ModelCollection | undefined {
  const found = findCollection(model, id);
  return found?.hiddenBy === undefined ? found : undefined;
}

function toFolderName(folder: number): string {
  return ['docs', 'docs', 'notes'][folder] as string;
}

function toSiteName(site: number): string {
  return ['alpha.test', 'beta.test'][site] as string;
}

function one<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return [...new Set(a)].sort().join('\n') === [...new Set(b)].sort().join('\n');
}
