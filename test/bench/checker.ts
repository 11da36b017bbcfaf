import { openAny } from '../../src/cli/node-engine.ts';
import { ALTERATIONS, findMisjudged, makeAlteredAnswers } from '../support/altered-answers.ts';
import { makeNodeEngine } from '../support/node-engine.ts';

/** `checker.ts <dir>…`: true answers that the checker flags, and altered ones that it does not, by kind; `--list` prints them. */
async function main(args: readonly string[]): Promise<void> {
  for (const dir of args.filter((arg) => !arg.startsWith('--'))) {
    const { engine } = await makeNodeEngine();
    const collectionId = await openAny(engine, dir);
    const answers = await makeAlteredAnswers(engine, collectionId, 200);
    const { missed, alarms } = await findMisjudged(engine, collectionId, answers);
    const row = ALTERATIONS.map((kind) => {
      const all = answers.filter(({ altered }) => altered === kind).length;
      return `${kind} ${missed.filter(({ altered }) => altered === kind).length} of ${all}`;
    });
    process.stdout.write(`${dir}: flagged of 200 true ones ${alarms.length}; not flagged: ${row.join(', ')}\n`);
    if (!args.includes('--list')) continue;
    for (const { altered = 'true', text } of [...alarms, ...missed]) process.stdout.write(`${altered}: ${text}\n`);
  }
}

await main(process.argv.slice(2));
