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
  const checkOne = async (answer: string): Promise<Citation | undefined> => (await check(answer))[0];

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

  it('past the end is not exact, and the answer names the last page', async () => {
    expect(await checkOne('one.pdf p. 2')).toMatchObject({
      verdict: 'not found',
      reason: 'past-end',
      lastPage: 'p. 1',
    });
    expect(await checkOne('report.pdf pp. 2-9')).toMatchObject({
      verdict: 'near',
      reason: 'past-end',
      lastPage: 'p. 3',
    });
    expect(await checkOne('deck.pptx slide 4')).toMatchObject({ verdict: 'not found', lastPage: 'slide 3' });
    expect(await checkOne('book.xlsx Bird list!2:90')).toMatchObject({ verdict: 'near', lastPage: 'Bird list!2:3' });
    expect(await checkOne('book.xlsx Fish!2:3')).toMatchObject({ verdict: 'not found' });
    expect(await checkOne('src/a.ts p. 2')).toMatchObject({ verdict: 'near', reason: 'no-pages', path: 'src/a.ts' });
    expect(await checkOne('missing.pdf p. 2')).toMatchObject({ verdict: 'not found', path: 'missing.pdf' });
  });

  it('is where its quotation is, or says where that is', async () => {
    expect(await check('"The medlar is eaten when it is soft" (report.pdf p. 2)')).toMatchObject([
      { verdict: 'exact', path: 'report.pdf', page: 'p. 2' },
      { verdict: 'exact', path: 'report.pdf', page: 'p. 2' },
    ]);
    expect(await check('"The medlar is eaten when it is soft" (report.pdf p. 3)')).toMatchObject([
      { verdict: 'moved', path: 'report.pdf', page: 'p. 2' },
      { verdict: 'moved', path: 'report.pdf', page: 'p. 2' },
    ]);
    expect(await check('> Song birds have short legs\n> — deck.pptx slide 2')).toMatchObject([
      { verdict: 'exact', page: 'slide 2' },
      { verdict: 'exact', page: 'slide 2' },
    ]);
  });

  it('with lines past the end returns the last line', async () => {
    expect(await checkOne('src/a.ts:9')).toMatchObject({ verdict: 'not found', reason: 'past-end', lastLine: 3 });
    expect(await checkOne('src/a.ts:2-9')).toMatchObject({ verdict: 'near', reason: 'past-end', lastLine: 3 });
  });

  it('with a false quotation still finds the place', async () => {
    const [quote, place] = await check('"zebras gallop over frozen savannah plains" (src/a.ts:3)');
    expect(quote).toMatchObject({ verdict: 'not found' });
    expect(place).toMatchObject({ verdict: 'not found', reason: 'quote', path: 'src/a.ts', lines: [3, 3] });
  });

  it('is found below the folder that the collection was imported from', async () => {
    expect(await checkOne('myproject/src/a.ts:3')).toMatchObject({
      verdict: 'exists',
      path: 'src/a.ts',
      lines: [3, 3],
    });
    expect(await checkOne('/home/me/myproject/src/a.ts:3')).toMatchObject({ verdict: 'exists', path: 'src/a.ts' });
    expect(await checkOne('other/src/a.ts:3')).toMatchObject({ verdict: 'not found' });
  });
});
