import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { ask } from '../../../src/answer/ask.ts';
import { findUnsupported } from '../../../src/answer/find-unsupported.ts';
import { markOutside } from '../../../src/answer/outside-pack.ts';
import type { Engine, PackAnswer } from '../../../src/engine/contract.ts';
import type { AnswerCitation } from '../../../src/model/outputs/answer.ts';
import { ingestFiles, makeEngine } from '../../support/make-engine.ts';
import { answerFromPrompt } from '../../support/model-server.ts';
import { sampleSize } from '../../support/sample-size.ts';

let engine: Engine;
let collectionId: string;
const files: Record<string, string> = {};

beforeAll(async () => {
  for (const folder of ['docs/decisions', 'src/crawl/fetch', 'src/search'])
    for (const name of readdirSync(folder).filter((one) => /\.(?:md|ts)$/.test(one)))
      files[`${folder}/${name}`] = readFileSync(`${folder}/${name}`, 'utf8');
  ({ engine } = await makeEngine());
  ({ id: collectionId } = await engine.createCollection({ name: 'Quire' }));
  await ingestFiles(engine, collectionId, files);
}, 60_000);

/** Titles of decisions and names of functions. */
function listQuestions(): string[] {
  const titles = Object.entries(files).flatMap(([path, text]) => {
    if (path.endsWith('.md')) return [/^# (.+)$/m.exec(text)?.[1] ?? ''];
    return [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => `What does ${name} do?`);
  });
  return titles.filter((title) => title !== '');
}

async function askOnce(question: string, change: (answer: string) => string) {
  let pack: PackAnswer | undefined;
  return ask({
    model: {
      name: 'quill',
      host: 'test',
      contextTokens: 16_384,
      async chat({ messages }, onText) {
        onText(change(answerFromPrompt({ model: 'quill', messages, stream: true })));
        return { why: 'end' };
      },
    },
    budgetTokens: 4_000,
    makePack: async (budgetTokens) => {
      pack = await engine.makePack({
        collectionId,
        query: question,
        budgetTokens,
        format: 'markdown',
        counter: 'other',
        mask: true,
      });
      return pack.items.length === 0 ? undefined : pack;
    },
    check: async (answer) =>
      markOutside(
        await engine.checkCitations({ collectionId, answer, jobId: `${Math.random()}`, isQuiet: true }),
        pack as PackAnswer,
      ),
    signal: new AbortController().signal,
  });
}

function isAlarm({ text, citations }: { text: string; citations: readonly AnswerCitation[] }): boolean {
  const isDoubtful = ({ verdict, isOutside }: AnswerCitation) =>
    isOutside === true || (verdict !== 'exact' && verdict !== 'exists');
  return citations.some(isDoubtful) || findUnsupported(text, citations).length > 0;
}

/** One lie each: a word of a quotation, lines past the end, another file, a name, a sentence of its own. */
const LIES: readonly ((answer: string) => string)[] = [
  (answer) => answer.replace(/"(\S+ \S+ )\S+/, '"$1walruses'),
  (answer) => answer.replace(/:(\d+)\)/, ':99$1)'),
  (answer) => answer.replace(/\/([\w.-]+):/, '/other-$1:'),
  (answer) => `${answer} It is called by \`promoteWalruses\` each time.`,
  (answer) => `${answer}\n\nThe default limit is nineteen walruses per hour.`,
];

/** In `npm run test:long` all of them. */
const ANSWERS = sampleSize({ sample: 20, whole: 100 });

test('of 100 altered answers at least 98 are flagged, of 100 true ones at most 2', { timeout: 120_000 }, async () => {
  const missed: string[] = [];
  const alarms: string[] = [];
  let asked = 0;
  for (const [i, question] of listQuestions().entries()) {
    const honest = await askOnce(question, (answer) => answer);
    if (honest.citations.length === 0) continue;
    if (isAlarm(honest))
      alarms.push(JSON.stringify({ ...honest, lacking: findUnsupported(honest.text, honest.citations) }));
    const altered = await askOnce(question, LIES[i % LIES.length] as (answer: string) => string);
    if (!isAlarm(altered)) missed.push(`${i % LIES.length} ${altered.text}`);
    if (++asked === ANSWERS) break;
  }
  expect(asked).toBe(ANSWERS);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(ANSWERS / 50);
  expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(ANSWERS / 50);
});
