import { AppError } from '../../model/app-error.ts';
import { findPublishedAddress } from '../../model/collection.ts';
import { LIMITS } from '../../model/limits.ts';
import type { Citation, CitationAnswer, CitationOptions, Engine, SnapshotRow } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import { type Job, toSummary } from '../jobs.ts';
import type { OpenCollection, SearchedCollection } from '../open/faces.ts';
import { createReplacedTexts, type ReplacedTexts } from '../replaced/replaced-texts.ts';
import type { JoinedCollection } from '../together/join-collections.ts';
import { withJoined } from '../together/together-actions.ts';
import { checkCitations } from './check-citations.ts';
import type { Earlier } from './check-place.ts';
import { toEarlierCollection } from './earlier-collection.ts';
import { openEarlierTexts } from './earlier-texts.ts';
import { createRenames, type Renames } from './renames.ts';

/** Actions that check a model's statements about a collection [P8]. */
export function createCitationActions(context: EngineContext): Pick<Engine, 'checkCitations' | 'readReplaced'> {
  const { deps, jobs, collections } = context;
  return {
    checkCitations: (options) =>
      jobs.run({ jobId: options.jobId, collectionId: options.collectionId, type: 'verify' }, async (job) => {
        const { answer, collectionId, beforeId, together } = options;
        if (answer.length > LIMITS.maxAnswerChars)
          throw new AppError('engine/question-too-long', 'the answer is too long', {
            chars: answer.length,
            max: LIMITS.maxAnswerChars,
          });
        const look = (now: SearchedCollection, earlier: readonly Earlier[], renames?: Renames) =>
          check(context, { now, earlier, renames, options, job });
        const value = await (together === undefined
          ? collections.withWholeCollection(collectionId, async (now) => {
              await loadNames(now);
              const renames = await openRenames(context, collectionId, beforeId);
              if (beforeId === undefined) return look(now, await openEarlier(context, [{ id: collectionId }]), renames);
              return collections.withWholeCollection(beforeId, async (before) => {
                await loadNames(before);
                return look(now, [toEarlierCollection({ kernel: deps.kernel, open: before })], renames);
              });
            })
          : checkTogether(context, together, async (joined) =>
              look(joined, await openEarlier(context, joined.members)),
            ));
        return { value, summary: toSummary(job, { indexed: value.citations.length }) };
      }),

    async readReplaced(collectionId, chunkId) {
      const texts = replacedOf(context, collectionId);
      const row = (await texts.list()).find(({ id }) => id === chunkId);
      const text = row && (await texts.read(row));
      return row === undefined || text === undefined ? undefined : { text, path: row.path, lines: row.lines };
    },
  };
}

function replacedOf({ deps, collectionRecords }: EngineContext, collectionId: string): ReplacedTexts {
  return createReplacedTexts(deps.kernel, collectionRecords.of(collectionId));
}

/** Opens the replaced texts of these collections. A published collection has no history here. */
async function openEarlier(
  context: EngineContext,
  members: readonly { readonly id: string; readonly label?: string }[],
): Promise<Earlier[]> {
  const found = await Promise.all(
    members.map(({ id, label }) => {
      if (findPublishedAddress(id) !== undefined) return undefined;
      return openEarlierTexts(replacedOf(context, id), label === undefined ? '' : `${label}/`);
    }),
  );
  return found.filter((earlier) => earlier !== undefined);
}

/** Compares the newest snapshot with the earlier ones, or with the newest one of another collection. */
async function openRenames(
  { snapshots }: EngineContext,
  collectionId: string,
  beforeId: string | undefined,
): Promise<Renames | undefined> {
  if (findPublishedAddress(collectionId) !== undefined) return undefined;
  const [newest, ...older] = await snapshots.list(collectionId);
  const before = beforeId === undefined ? older : (await snapshots.list(beforeId)).slice(0, 1);
  if (newest === undefined) return undefined;
  const read = (id: string, row: SnapshotRow) => async () => (await snapshots.read(id, row.id)).snapshot;
  return createRenames(
    before.map((row) => read(beforeId ?? collectionId, row)),
    read(collectionId, newest),
  );
}

interface CheckParts {
  readonly now: SearchedCollection;
  readonly earlier: readonly Earlier[];
  readonly renames: Renames | undefined;
  readonly options: CitationOptions;
  readonly job: Job;
}

async function check(
  context: EngineContext,
  { now, earlier, renames, options, job }: CheckParts,
): Promise<CitationAnswer> {
  let reported = 0;
  return checkCitations(
    { kernel: context.deps.kernel, open: now },
    {
      answer: options.answer,
      earlier,
      renames,
      onStep: (done, total) => {
        job.throwIfCancelled();
        job.expect(total, 0);
        job.step({ done: done - reported });
        reported = done;
      },
    },
  );
}

async function checkTogether(
  context: EngineContext,
  collectionIds: readonly string[],
  look: (joined: JoinedCollection) => Promise<CitationAnswer>,
): Promise<CitationAnswer> {
  const { value, leftOut } = await withJoined(context, collectionIds, async (joined) => {
    const answer = await look(joined);
    return { ...answer, citations: answer.citations.map((citation) => toOwnCitation(joined, citation)) };
  });
  return { ...value, leftOut };
}

/** Returns the citation with the path and id of its own collection; a path in no collection stays as cited. */
function toOwnCitation(joined: JoinedCollection, citation: Citation): Citation {
  const { path } = citation;
  const own = path === undefined || joined.findFileIndex(path) === undefined ? undefined : joined.toOwn(path);
  return own === undefined ? citation : { ...citation, path: own.path, collection: own.collectionId };
}

/** Loads names and ids before the check; only names for a published collection. */
async function loadNames(open: OpenCollection): Promise<void> {
  await (open.isRemote ? open.completeFiles() : open.complete());
}
