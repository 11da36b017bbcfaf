import type { Engine } from '../../engine/contract.ts';
import { NO_RULES, type SourceRules } from '../../model/choices.ts';
import type { SourceName } from '../../model/source-key.ts';

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
