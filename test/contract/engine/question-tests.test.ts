import { describe, expect, it } from 'vitest';
import { isLost, MAX_QUESTIONS } from '../../../src/model/outputs/question.ts';
import { makeFilled, syncFiles } from '../../support/make-engine.ts';

const DUCKS = '# Ducks\n\nDucks dive for food.\n';
const RETRY = '# Retry\n\nRequests are sent again after a timeout.\n';
const QUESTIONS = `{"id": "dive", "text": "how do ducks dive", "path": "ducks.md", "lines": [3, 3]}
{"text": "retry after a timeout", "path": "retry.md", "heading": "Retry"}
`;

describe('questions of a collection', () => {
  it('say after a sync which answers were lost, with both states, until they are found again', async () => {
    const { engine, id } = await makeFilled({ 'ducks.md': DUCKS, 'retry.md': RETRY });
    await engine.addQuestions(id, QUESTIONS);
    const first = await engine.askQuestions(id);
    expect(first.map((asked) => [asked.id, asked.now?.rank])).toEqual([
      ['dive', 1],
      ['q2', 1],
    ]);
    await syncFiles(engine, id, { 'birds.md': DUCKS, 'retry.md': RETRY });
    for (let again = 0; again < 2; again++) {
      const lost = (await engine.askQuestions(id)).filter(isLost);
      expect(lost).toMatchObject([{ id: 'dive', answered: { path: 'ducks.md' }, best: { path: 'birds.md' } }]);
    }
    await syncFiles(engine, id, { 'ducks.md': DUCKS, 'retry.md': RETRY });
    expect((await engine.askQuestions(id)).filter(isLost)).toEqual([]);
    await engine.writeChoices(id, { questions: { dive: null } });
    expect((await engine.askQuestions(id)).map((asked) => asked.id)).toEqual(['q2']);
  });

  it('kept from a search run it again as the search field does: hits folded by file, the last word as a prefix', async () => {
    const louder = `## Timeout\n\n${'A retry after a timeout, a retry after a timeout. '.repeat(60)}\n\n`.repeat(6);
    const quieter = `# Notes\n\n${'Requests are sent again. '.repeat(60)} Then a timeout ends them.\n`;
    const { engine, id } = await makeFilled({ 'quieter.md': quieter, 'louder.md': louder });
    const question = { text: 'after a timeo', path: 'quieter.md' };
    await engine.writeChoices(id, { questions: { dropped: question, kept: { ...question, asTyped: true } } });
    const { hits } = await engine.search(id, question.text, { typing: true, fold: true });
    const rank = hits.findIndex(({ path }) => path === question.path) + 1;
    expect((await engine.askQuestions(id)).map(({ now }) => now?.rank)).toEqual([undefined, rank]);
  });

  it('are copied with the collection, and refused with the number of a bad line', async () => {
    const { engine, id } = await makeFilled({ 'ducks.md': DUCKS });
    await engine.addQuestions(id, QUESTIONS);
    const copy = await engine.duplicateCollection(id, 'copy');
    expect(await engine.askQuestions(copy.id)).toHaveLength(2);
    for (const bad of ['{"text": 1}', 'no json', '{"text": "a", "path": "b", "lines": [0, 2]}'])
      await expect(engine.addQuestions(id, `\n${bad}\n`)).rejects.toMatchObject({
        code: 'import/bad-question',
        details: { line: 2 },
      });
    const tooMany = '{"text": "a", "path": "b"}\n'.repeat(MAX_QUESTIONS + 1);
    await expect(engine.addQuestions(id, tooMany)).rejects.toMatchObject({
      code: 'import/too-many-questions',
      details: { actual: MAX_QUESTIONS + 1, limit: MAX_QUESTIONS },
    });
  });
});
