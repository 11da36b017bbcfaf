import { readFile } from 'node:fs/promises';
import { openAny } from '../../src/cli/node-engine.ts';
import { UsageError } from '../../src/cli/problems.ts';
import { makeNodeEngine } from '../support/node-engine.ts';
import { parseArguments } from './arguments.ts';

/** `cite <dir|zip|index.json> <answer.txt> [--before <dir>]`: prints a line per citation or quotation of a model's answer. */
export async function runCite(args: readonly string[]): Promise<undefined> {
  const { positional, options } = parseArguments(args, [], ['before']);
  const [path, answerPath, ...rest] = positional;
  if (path === undefined || answerPath === undefined || rest.length > 0)
    throw new UsageError('give a directory, archive or index.json, and a file with an answer');
  const answer = await readFile(answerPath, 'utf8');
  const { engine } = await makeNodeEngine();
  const collectionId = await openAny(engine, path);
  const before = options.get('before');
  const { citations } = await engine.checkCitations({
    collectionId,
    answer,
    jobId: 'cite',
    ...(before === undefined ? {} : { beforeId: await openAny(engine, before) }),
  });
  for (const { near: _, ...citation } of citations) process.stdout.write(`${JSON.stringify(citation)}\n`);
}
