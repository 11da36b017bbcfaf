import { diffSnapshots, listPathsOnlyIn } from '../../export/delta/diff-snapshots.ts';
import { createSecretNumbers, maskText } from '../../export/secrets/mask-text.ts';
import { toUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import type { SymbolSpan } from '../../model/chunk.ts';
import { countIndexed, isIncomplete } from '../../model/collection.ts';
import { isEverything, type SelectionScope } from '../../model/outputs/selection.ts';
import { isSinglePage } from '../../publish/format/single-page.ts';
import { importCollection } from '../collection/import-collection.ts';
import type { Engine, PackAnswer, PackItem, PackOptions, SecretPlace } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import { makeOne } from '../ingest/file-outcome.ts';
import { isCode } from '../ingest/make-leaves.ts';
import { type Job, toSummary } from '../jobs.ts';
import { listEntries, type OpenCollection } from '../open/faces.ts';
import { importPage } from '../published/publish-actions.ts';
import { createReplacedTexts } from '../replaced/replaced-texts.ts';
import { rowOf } from '../search/to-chunks.ts';
import { resolveSelection } from '../selection/resolve-selection.ts';
import type { JoinedCollection } from '../together/join-collections.ts';
import { withJoined } from '../together/together-actions.ts';
import type { EarlierState } from './find-changes.ts';
import { toIndexView } from './index-view.ts';
import { makePack } from './make-pack.ts';
import { findSecretPlaces, isReadApart } from './mask-collection.ts';
import { runExport, selectAndMask } from './run-export.ts';

/** Actions for exports and packs. An export reads the generation it started with, whatever is committed meanwhile. */
export function createExportActions(context: EngineContext) {
  const { deps, jobs, collections, collectionRecords, snapshots } = context;
  return {
    exportZip: (options) =>
      runExport(context, options, async (parts, job) => {
        const { writeArchive } = await import('./write-archive.ts');
        return writeArchive(context, parts, { ...options, job });
      }),

    exportArtifact: (collectionId, artifact, { mask = false, escapeHidden = false, ...options } = {}) =>
      collections.withWholeCollection(collectionId, async (open) => {
        const { exported, maskName } = await selectAndMask(context, open, { mask, ...options });
        const records = collectionRecords.of(collectionId);
        const blocks: Uint8Array<ArrayBuffer>[] = [];
        const view = await toIndexView(deps.kernel, exported, { records, maskName });
        const { writeArtifact } = await import('../../export/export-artifact.ts');
        for await (const block of writeArtifact(view, artifact, { escapeHidden })) blocks.push(block.slice());
        return new Blob(blocks);
      }),

    async maskTexts(texts) {
      const numbers = createSecretNumbers();
      return texts.map((text) => maskText(text, numbers).text);
    },
    scanSecrets: (collectionId, jobId, { selection } = {}) =>
      jobs.run({ jobId, collectionId, type: 'verify' }, async (job) => {
        const value = await collections.withWholeCollection(collectionId, (open) =>
          scanSelected(context, { open, selection, job }),
        );
        return { value, summary: toSummary(job, { indexed: value.length }) };
      }),

    makePack: ({ jobId, ...options }) => {
      if (jobId === undefined) return makeAnyPack(context, options);
      return jobs.run({ jobId, collectionId: options.collectionId, type: 'pack' }, async (job) => {
        const value = await makeAnyPack(context, options, job);
        return { value, summary: toSummary(job, { indexed: value.chunks }) };
      });
    },
    listSnapshots: (collectionId) => snapshots.list(collectionId),
    async diffSnapshots(collectionId, from, to) {
      const [older, newer] = await Promise.all([snapshots.read(collectionId, from), snapshots.read(collectionId, to)]);
      return {
        from: older.row,
        to: newer.row,
        changes: diffSnapshots(older.snapshot, newer.snapshot),
        addedFiles: listPathsOnlyIn(newer.snapshot, older.snapshot),
        removedFiles: listPathsOnlyIn(older.snapshot, newer.snapshot),
      };
    },
    importCollection: ({ file, name, jobId }) =>
      jobs.run({ jobId, collectionId: '', type: 'import' }, async (job) => {
        const value = (await isSinglePage(file))
          ? await importPage(context, { file, job })
          : await importCollection(context, { file, name, job });
        return { value, summary: toSummary(job, { indexed: countIndexed(value.stats) }) };
      }),

    backUp: (options) =>
      jobs.run({ jobId: options.jobId, collectionId: '', type: 'export' }, async (job) => {
        const { backUp } = await import('../backup/back-up.ts');
        const value = await backUp(context, options, job);
        return { value, summary: toSummary(job, {}) };
      }),
    readBackup: async (file) => (await import('../backup/restore.ts')).readBackup(file),
    restoreBackup: (options) =>
      jobs.run({ jobId: options.jobId, collectionId: '', type: 'import' }, async (job) => {
        const { restoreBackup } = await import('../backup/restore.ts');
        const value = await restoreBackup(context, options, job);
        return { value, summary: toSummary(job, { failed: value.failed.length }) };
      }),
  } satisfies Partial<Engine>;
}

/** Packs one collection or several. */
function makeAnyPack(context: EngineContext, asked: PackOptions, job?: Job): Promise<PackAnswer> {
  const { deps, collections, masked, snapshots, collectionRecords } = context;
  // Earlier states are stored unmasked: a masked copy would differ from them wherever there is a secret.
  const options = asked.since === undefined ? asked : { ...asked, mask: asked.mask !== false };
  const { together, collectionId } = options;
  const { kernel, leafMaker } = deps;
  if (together !== undefined) return packTogether(context, { ...options, together }, job);
  return collections.withWholeCollection(collectionId, (open) => {
    const readEarlier = async (id: string): Promise<EarlierState> => ({
      ...(await snapshots.read(collectionId, id)),
      generation: open.stored?.generation ?? 0,
      texts: createReplacedTexts(kernel, collectionRecords.of(collectionId)),
    });
    const listSymbols = async (path: string, text: string): Promise<readonly SymbolSpan[]> => {
      if (!isCode(path)) return [];
      const task = { path, bytes: toUtf8(text), settings: open.collection.settings };
      // Without its grammar, a text has no symbols.
      const made = await makeOne(leafMaker, task, job?.signal).catch(() => undefined);
      return made === undefined ? [] : kernel.readLeaf(made.leaf).symbols;
    };
    const pack = async (packed: OpenCollection, maskQuery?: (query: string) => string): Promise<PackAnswer> =>
      makePack(
        { kernel, open: packed, job, isIncomplete: isPartlyOpen(open), maskQuery, readEarlier, listSymbols },
        options.notes === true
          ? await (await import('../notes/pack-notes.ts')).addNotes(context, open, options)
          : options,
      );
    return options.mask === 'collection' ? masked.withSearchable(open, pack) : pack(open);
  });
}

/** Whether files are missing: in no shard yet, or incomplete. */
function isPartlyOpen(open: OpenCollection): boolean {
  return open.incomplete || isIncomplete(open.collection);
}

/** Packs several collections [P10]. In the text, every path starts with its collection's label; items have the path inside it. */
async function packTogether(
  context: EngineContext,
  options: PackOptions & { readonly together: readonly string[] },
  job?: Job,
): Promise<PackAnswer> {
  const { kernel } = context.deps;
  const { value, leftOut } = await withJoined(context, options.together, async (joined) => {
    // Selections and earlier states belong to one collection.
    const { selection: _, since: __, ...rest } = options;
    const isIncomplete = joined.members.some(({ open }) => isPartlyOpen(open));
    const parts = { kernel, open: joined, readEarlier: readNoSnapshot, isIncomplete, job };
    const pack = await makePack(parts, { ...rest, mask: options.mask !== false });
    return { ...pack, items: pack.items.map((item) => toOwnItem(joined, item)) };
  });
  return { ...value, leftOut };
}

async function readNoSnapshot(): Promise<never> {
  throw new AppError('store/not-found', 'several collections have no earlier state in common', {});
}

function toOwnItem(joined: JoinedCollection, item: PackItem): PackItem {
  const own = joined.toOwn(item.path);
  return own === undefined ? item : { ...item, path: own.path, collection: own.collectionId };
}

interface Scan {
  readonly open: OpenCollection;
  readonly selection: SelectionScope | undefined;
  readonly job: Job;
}

/** Finds the secrets of an export. Scans the same files in the same order as the export masks them, so that the numbers match. */
async function scanSelected({ deps }: EngineContext, { open, selection, job }: Scan): Promise<SecretPlace[]> {
  const scope = selection === undefined || isEverything(selection) ? undefined : selection;
  const wanted = scope === undefined ? undefined : await listSelected(deps.kernel, open, scope);
  const files = wanted === undefined ? listEntries(open) : [...wanted.keys()];
  job.expect(
    files.length,
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const places = await findSecretPlaces(deps.kernel, { open, allowed: new Set(), job }, files);
  if (wanted === undefined) return places;
  const linesOf = new Map([...wanted].map(([{ path }, lines]) => [path, lines]));
  return places.filter(({ path, line }) => {
    const lines = linesOf.get(path);
    return line === 0 || lines === undefined || lines.some(([first, last]) => first <= line && line <= last);
  });
}

type Lines = readonly (readonly [number, number])[];

/** Lists the selected files in path order; for a file with only picked chunks, their lines. */
async function listSelected(
  kernel: EngineContext['deps']['kernel'],
  open: OpenCollection,
  scope: SelectionScope,
): Promise<Map<FileEntry, Lines | undefined>> {
  const { files, picks } = await resolveSelection(kernel, open, scope);
  const linesOf = new Map<number, (readonly [number, number])[] | undefined>(files.map((i) => [i, undefined]));
  const whole = new Set(files);
  for (const ordinal of picks) {
    const fileIndex = open.fileOfOrdinal(ordinal);
    if (whole.has(fileIndex)) continue;
    const { startLine, endLine } = rowOf(open, ordinal);
    const lines = linesOf.get(fileIndex) ?? [];
    lines.push([startLine, endLine]);
    linesOf.set(fileIndex, lines);
  }
  return new Map(
    [...linesOf]
      .sort(([a], [b]) => a - b)
      .map(([i, lines]) => {
        const entry = open.file(i);
        // Its source and its chunks have different lines.
        return [entry, isReadApart(open, entry) ? undefined : lines];
      }),
  );
}
