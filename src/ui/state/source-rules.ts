import type { Engine } from '../../engine/contract.ts';
import { NO_RULES, type SourceRules } from '../../model/choices.ts';
import type { SourceName } from '../../model/source-key.ts';

type Choosing = Pick<Engine, 'readChoices' | 'writeChoices'>;

/** Globs a person gave for one source. */
export async function readRules(engine: Choosing, { collectionId, sourceId }: SourceName): Promise<SourceRules> {
  return (await engine.readChoices(collectionId)).rules[sourceId] ?? NO_RULES;
}

/** The newest wish wins over an older one for the same path. */
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
 * A path as a glob that matches only itself, and for a folder all below it. It begins at the root (a bare name would leave out every file
 * of that name) and has no wildcard (an include with one would leave out everything else).
 */
export function toGlob(path: string): string {
  return `/${path.replace(/\/+$/, '').replace(/[\\*?[\]{}]/g, '\\$&')}`;
}
