import { beforeAll, describe, expect, it } from 'vitest';
import type { Citation, Engine } from '../../../src/engine/contract.ts';
import { ingestFiles, makeEngine } from '../../support/make-engine.ts';
import { makeDeck, makePages, makeSheets } from '../../support/make-paged.ts';

const FILES = {
  'report.pdf': makePages([
    'The quince ripens late in the year.',
    'The medlar is eaten when it is soft.',
    'The sorb is rare.',
  ]),
  'one.pdf': makePages(['A heron stands in the shallow water.']),
  'Annual Report 2024.pdf': makePages(['The income of the year was higher.', 'The costs of the year were lower.']),
  'deck.pptx': makeDeck(['Wading birds have long legs', 'Song birds have short legs', 'Owls hunt in the night']),
  'book.xlsx': makeSheets({
    'Bird list': [
      ['bird', 'eggs'],
      ['grebe', '4'],
      ['heron', '5'],
    ],
  }),
  'src/a.ts': 'export const one = 1;\nexport const two = 2;\nexport const three = one + two;\n',
};

describe('[P8] a citation by page', () => {
  let engine: Engine;
  let id: string;
  beforeAll(async () => {
    engine = (await makeEngine()).engine;
    id = (await engine.createCollection({ name: 'myproject' })).id;
    await ingestFiles(engine, id, FILES);
    // The first document loads the PDF library.
  }, 60_000);
  const check = async (answer: string): Promise<readonly Citation[]> =>
    (await engine.checkCitations({ collectionId: id, answer, jobId: `check ${answer}`.slice(0, 80) })).citations;

  it.each([
    ['report.pdf p. 2', 'report.pdf', 'p. 2'],
    ['see report.pdf, page 2.', 'report.pdf', 'p. 2'],
    ['(report.pdf, pp. 1–3)', 'report.pdf', 'p. 1-3'],
    ['`report.pdf` (p. 3)', 'report.pdf', 'p. 3'],
    ['report.pdf#page=3', 'report.pdf', 'p. 3'],
    ['as page 2 of report.pdf says', 'report.pdf', 'p. 2'],
    ['deck.pptx slide 3', 'deck.pptx', 'slide 3'],
    ['deck.pptx slides 1-2', 'deck.pptx', 'slides 1-2'],
    ['deck.pptx page 3', 'deck.pptx', 'slide 3'],
    ['book.xlsx Bird list!2:3', 'book.xlsx', 'Bird list!2:3'],
    ["book.xlsx 'Bird list'!A1:B2", 'book.xlsx', 'Bird list!2:3'],
    ['In Annual Report 2024.pdf p. 2 it says', 'Annual Report 2024.pdf', 'p. 2'],
  ])('%s exists', async (answer, path, page) => {
    expect(await check(answer)).toMatchObject([{ verdict: 'exists', path, page }]);
  });

  it.each([
    ['one.pdf p. 2', { verdict: 'not found', reason: 'past-end', lastPage: 'p. 1' }],
    ['report.pdf pp. 2-9', { verdict: 'near', reason: 'past-end', lastPage: 'p. 3' }],
    ['deck.pptx slide 4', { verdict: 'not found', lastPage: 'slide 3' }],
    ['book.xlsx Bird list!2:90', { verdict: 'near', lastPage: 'Bird list!2:3' }],
    ['book.xlsx Fish!2:3', { verdict: 'not found' }],
    ['src/a.ts p. 2', { verdict: 'near', reason: 'no-pages', path: 'src/a.ts' }],
    ['missing.pdf p. 2', { verdict: 'not found', path: 'missing.pdf' }],
    ['src/a.ts:9', { verdict: 'not found', reason: 'past-end', lastLine: 3 }],
    ['src/a.ts:2-9', { verdict: 'near', reason: 'past-end', lastLine: 3 }],
    ['myproject/src/a.ts:3', { verdict: 'exists', path: 'src/a.ts', lines: [3, 3] }],
    ['/home/me/myproject/src/a.ts:3', { verdict: 'exists', path: 'src/a.ts' }],
    ['other/src/a.ts:3', { verdict: 'not found' }],
  ])('past the end, in another file or below the imported folder: %s gives %o', async (answer, found) => {
    expect((await check(answer))[0]).toMatchObject(found);
  });

  it('is where its quotation is, or says where that is', async () => {
    const both = (found: Partial<Citation>) => [found, found];
    const medlar = { path: 'report.pdf', page: 'p. 2' };
    const cite = (page: number) => check(`"The medlar is eaten when it is soft" (report.pdf p. ${page})`);
    expect(await cite(2)).toMatchObject(both({ verdict: 'exact', ...medlar }));
    expect(await cite(3)).toMatchObject(both({ verdict: 'moved', ...medlar }));
    const bird = await check('> Song birds have short legs\n> — deck.pptx slide 2');
    expect(bird).toMatchObject(both({ verdict: 'exact', page: 'slide 2' }));
  });

  it('with a false quotation still finds the place', async () => {
    const [quote, place] = await check('"zebras gallop over frozen savannah plains" (src/a.ts:3)');
    expect(quote).toMatchObject({ verdict: 'not found' });
    expect(place).toMatchObject({ verdict: 'not found', reason: 'quote', path: 'src/a.ts', lines: [3, 3] });
  });
});
