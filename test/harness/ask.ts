import { readFile, writeFile } from 'node:fs/promises';
import { askModel, type CheckedAnswer, openModel } from '../../src/cli/ask-model.ts';
import { openAny } from '../../src/cli/node-engine.ts';
import { makeNodeEngine } from '../support/node-engine.ts';
import { getNumber, getOnly, getOption, parseArguments } from './arguments.ts';
import { parseQueries } from './search.ts';

const BUDGET_TOKENS = 8_000;

/**
 * `ask <dir|zip|index.json> --queries q.jsonl --endpoint <url> --model <name> [--budget n] [--key <text>] --out answers.jsonl`: asks a model server
 * each question with a pack, and writes a line per question with the answer and its checks. A question that fails has its code as `error`.
 */
export async function runAsk(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, [], ['queries', 'endpoint', 'model', 'budget', 'key', 'out']);
  const path = getOnly(parsed, 'directory, archive or index.json');
  const endpoint = getOption(parsed, 'endpoint');
  const name = getOption(parsed, 'model');
  const budgetTokens = parsed.options.has('budget') ? getNumber(parsed, 'budget') : BUDGET_TOKENS;
  const queries = parseQueries(await readFile(getOption(parsed, 'queries'), 'utf8'));
  const out = getOption(parsed, 'out');
  const model = await openModel(endpoint, name, parsed.options.get('key'));
  const { engine } = await makeNodeEngine();
  const collectionId = await openAny(engine, path);
  const lines: string[] = [];
  for (const { id, text } of queries) {
    const row = await askModel(engine, text, { collectionId, model, budgetTokens }).catch(
      (error: { code?: string }): CheckedAnswer & { error: string } => ({
        answer: '',
        citations: [],
        unsupported: [],
        error: error.code ?? 'app/unexpected',
      }),
    );
    lines.push(`${JSON.stringify({ id, ...row })}\n`);
  }
  await writeFile(out, lines.join(''));
}
