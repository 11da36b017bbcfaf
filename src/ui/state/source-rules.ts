import type { Engine } from '../../engine/contract.ts';
import { NO_RULES, type SourceRules } from '../../model/choices.ts';
import type { SourceName } from '../../model/source-key.ts';

type Choosing = Pick<Engine, 'readChoices' | 'writeChoices'>;

/** Reads the globs the user gave for one source. */
export async function readRules(engine: Choosing, { collectionId, sourceId }: SourceName): Promise<SourceRules> {
  return (await engine.readChoices(collectionId)).rules[sourceId] ?? NO_RULES;
}

/** Adds rules; a newer rule replaces an older one for the same path. */
export async function addRules(engine: Choosing, source: SourceName, more: SourceRules): Promise<void> {
  const { collectionId, sourceId } = source;
  const rules = await readRules(engine, source);
  const next: SourceRules = {
    include: [...rules.include.filter((glob) => !more.exclude.includes(glob)), ...more.include],
    exclude: [...rules.exclude.filter((glob) => !more.include.includes(glob)), ...more.exclude],
  };
  await engine.writeChoices(collectionId, { rules: { [sourceId]: next } });
}

/**
 * Makes a glob that matches only this path, and for a folder everything below it. It begins at the root (a bare name would exclude every
 * file of that name) and has no wildcard (an include with one would exclude everything else).
 */
export function toGlob(path: string): string {
  return `/${path.replace(/\/+$/, '').replace(/[\\*?[\]{}]/g, '\\$&')}`;
}
