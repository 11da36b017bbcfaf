import type { Engine } from '../../engine/contract.ts';
import { NO_RULES, type SourceRules } from '../../model/choices.ts';
import type { Collection, Source } from '../../model/collection.ts';
import type { SourceName } from '../../model/source-key.ts';
import { rulesWords } from '../words/library.ts';
import { syncRepo } from './actions/collection-actions.ts';
import { syncSource } from './actions/ingest.ts';
import type { AppContext } from './context.ts';

type Choosing = Pick<Engine, 'readChoices' | 'writeChoices'>;

/** Reads the globs the user gave for one source. */
export async function readRules(engine: Choosing, { collectionId, sourceId }: SourceName): Promise<SourceRules> {
  return (await engine.readChoices(collectionId)).rules[sourceId] ?? NO_RULES;
}

/** Changes the rules as stored at that moment: another tab may have changed them as well. */
export async function changeRules(
  engine: Choosing,
  source: SourceName,
  change: (now: SourceRules) => SourceRules,
): Promise<void> {
  const next = change(await readRules(engine, source));
  await engine.writeChoices(source.collectionId, { rules: { [source.sourceId]: next } });
}

/** Adds rules; a newer rule replaces an older one for the same path. */
export function addRules(engine: Choosing, source: SourceName, more: SourceRules): Promise<void> {
  return changeRules(engine, source, ({ include, exclude }) => ({
    include: [...include.filter((glob) => !more.exclude.includes(glob)), ...more.include],
    exclude: [...exclude.filter((glob) => !more.include.includes(glob)), ...more.exclude],
  }));
}

/**
 * Makes a glob that matches only this path, and for a folder everything below it. It begins at the root (a bare name would exclude every
 * file of that name) and has no wildcard (an include with one would exclude everything else).
 */
export function toGlob(path: string): string {
  return `/${path.replace(/\/+$/, '').replace(/[\\*?[\]{}]/g, '\\$&')}`;
}

/** Imports a source again with its stored rules: at once where it is reachable, else after the user chooses it again. */
export async function readAgain(app: AppContext, collection: Collection, source: Source): Promise<void> {
  if (source.type === 'repository') return syncRepo(app, { collectionId: collection.id, sourceId: source.id });
  if ((await syncSource(app, collection, source)) === 'pick') app.state.toasts.show(rulesWords.later, { tone: 'ok' });
}
