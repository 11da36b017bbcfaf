import { openAsBlob } from 'node:fs';
import { openAny } from '../../src/cli/node-engine.ts';
import { UsageError } from '../../src/cli/problems.ts';
import { toFileTarget } from '../../src/cli/targets.ts';
import { makeNodeEngine } from '../support/node-engine.ts';
import { getOnly, getOption, parseArguments } from './arguments.ts';

/** `backup <dir|zip|index.json>… --out <file>`: all collections in one file. */
export async function runBackup(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, [], ['out']);
  if (parsed.positional.length === 0) throw new UsageError('give a directory, archive or index.json');
  const target = toFileTarget(getOption(parsed, 'out'));
  const { engine } = await makeNodeEngine();
  const collectionIds: string[] = [];
  for (const path of parsed.positional) collectionIds.push(await openAny(engine, path));
  await engine.backUp({ jobId: 'backup', collectionIds, settings: {}, target });
}

/** `restore <file> --json`: prints what a restore finds. */
export async function runRestore(args: readonly string[]): Promise<number> {
  const file = await openAsBlob(getOnly(parseArguments(args, ['json'], []), 'backup'));
  const { engine } = await makeNodeEngine();
  const { madeAt, settings, collections } = await engine.readBackup(file);
  const restored = await engine.restoreBackup({ jobId: 'restore', file, collections });
  const found = await Promise.all(
    restored.collections.map(async ({ id, name, index_id, sources, stats }) => {
      const { selections, questions } = await engine.readChoices(id);
      return {
        ...{ id, name, index_id, files: stats.total_files, chunks: stats.total_chunks },
        ...{ sources: sources.map(({ slug, type }) => ({ slug, type })) },
        ...{ selections: Object.keys(selections).length, questions: Object.keys(questions).length },
      };
    }),
  );
  const answer = { made_at: madeAt, settings, collections: found, failed: restored.failed };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
  return restored.failed.length === 0 ? 0 : 1;
}
