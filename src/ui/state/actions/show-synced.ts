import type { JobSummary } from '../../../model/job.ts';
import { type FileChange, groupByFile } from '../../text/group-by-file.ts';
import { toShortName } from '../../text/visible-text.ts';
import { changesWords } from '../../words/library.ts';
import { words } from '../../words/words.ts';
import type { AppContext } from '../context.ts';
import { navigate } from '../route.ts';

export interface Synced {
  readonly collectionId: string;
  /** Name of the source. */
  readonly name: string;
  readonly summary: JobSummary;
  /** Says nothing if nothing changed. */
  readonly isQuiet?: boolean;
}

/** Says what a sync changed, with the numbers of *Changes* and a link to it. */
export async function showSynced(app: AppContext, { collectionId, name, summary, isQuiet = false }: Synced) {
  const { engine } = app.connection;
  const { indexed, removed, failed, skipped } = summary;
  const counts = indexed + removed > 0 ? await countChanges(engine, collectionId) : new Map<FileChange, number>();
  if (isQuiet && counts.size === 0) return;
  const parts = [...counts].map(([what, n]) => changesWords.counted(what, n));
  const text = words.toasts.synced(toShortName(name), { parts, failed, skipped });
  const run = () => navigate({ place: 'changes', collectionId });
  app.state.toasts.show(
    text,
    counts.size === 0 ? { tone: 'ok' } : { tone: 'ok', action: { label: words.places.changes, run } },
  );
}

const ORDER: readonly FileChange[] = ['added', 'changed', 'renamed', 'moved', 'removed'];

/** Counts files by change between the two newest snapshots, as *Changes* does when it opens. */
async function countChanges(engine: AppContext['connection']['engine'], collectionId: string) {
  const [to, from] = [...(await engine.listSnapshots(collectionId))].sort((a, b) => b.generation - a.generation);
  if (from === undefined || to === undefined) return new Map<FileChange, number>();
  const files = groupByFile(await engine.diffSnapshots(collectionId, from.id, to.id));
  const count = (what: FileChange) => files.filter((file) => file.what === what).length;
  return new Map(ORDER.map((what) => [what, count(what)] as const).filter(([, n]) => n > 0));
}
