import { describe, expect, it } from 'vitest';
import { parseBibtex } from '../../../src/citations/references/parse-bibtex.ts';
import { NO_SELECTION } from '../../../src/model/outputs/selection.ts';
import { makeFilled, syncFiles } from '../../support/make-engine.ts';
import { makePdf } from '../../support/make-pdf.ts';

const toPdf = (title: string, ...pages: string[]) =>
  makePdf({
    pages: [[{ text: title, x: 72, y: 700, size: 20 }], ...pages.map((text) => [{ text, x: 72, y: 700 }])],
  });

const BIB = String.raw`
@string{lj = "Journal of Lights"}
@article{erdos99, title = {On the {W}alnut {P}roblem}, author = {Erd{\H{o}}s, P{\'a}l and O'Brien, Una}, journal = lj,
  year = 1999, doi = {10.1000/w}, file = {Full Text:/home/una/Zotero/storage/K1/x17.pdf:application/pdf}}
@book{lamp2004, title = {The harbour lamps}, author = {Lamp, Ada}, year = {2004}}
@book{lamp2011, title = {The harbour lamps}, author = {Lamp, Ada}, year = {2011}, file = {:new/lamps.pdf:PDF}}
`;

const FILES = {
  'x17.pdf': toPdf('scan0001', 'Walnuts keep for forty winters in a dry cellar.'),
  'new/lamps.pdf': toPdf('The harbour lamps', 'Every lamp has a green glass.'),
  'other.pdf': toPdf('A study of herons', 'Herons stand on one leg.'),
  'notes.md': '# Notes\n\nWalnuts and lamps.\n',
};

const titles = async (engine: Awaited<ReturnType<typeof makeFilled>>['engine'], id: string) =>
  Object.fromEntries((await engine.listFiles(id)).map(({ path, title, document }) => [path, [title, document?.key]]));

describe('a reference file among documents', () => {
  it('gives titles, authors, years and keys; later versions of it too, and none when it is gone', async () => {
    const { engine, id } = await makeFilled(FILES);
    expect((await titles(engine, id))['other.pdf']).toEqual(['A study of herons', undefined]);
    await syncFiles(engine, id, { ...FILES, 'library.bib': BIB });
    const found = await titles(engine, id);
    expect(found['x17.pdf']).toEqual(['On the Walnut Problem', 'erdos99']);
    expect(found['new/lamps.pdf']).toEqual(['The harbour lamps', 'lamp2011']);
    expect(found['other.pdf']).toEqual(['A study of herons', undefined]);
    const [hit] = (await engine.search(id, 'forty winters')).hits;
    expect(hit?.title).toBe('On the Walnut Problem');
    await syncFiles(engine, id, { ...FILES, 'library.bib': BIB.replace('{W}alnut', 'Hazelnut') });
    expect((await titles(engine, id))['x17.pdf']?.[0]).toBe('On the Hazelnut Problem');
    await syncFiles(engine, id, FILES);
    expect((await titles(engine, id))['x17.pdf']?.[1]).toBeUndefined();
  });

  it('narrows a search by author and year, without accents and case, and excludes with a minus', async () => {
    const { engine, id } = await makeFilled({ ...FILES, 'library.bib': BIB });
    const find = async (query: string) => (await engine.search(id, query)).hits.map(({ path }) => path);
    expect(new Set(await find('author:ERDOS'))).toEqual(new Set(['x17.pdf']));
    expect(new Set(await find('author:"una o\'b"'))).toEqual(new Set(['x17.pdf']));
    expect(new Set(await find('year:2005-'))).toEqual(new Set(['new/lamps.pdf']));
    expect(new Set(await find('year:1999 walnuts'))).toEqual(new Set(['x17.pdf']));
    expect(await find('-author:erdos walnuts')).not.toContain('x17.pdf');
    expect(await find('author:nobody walnuts')).toEqual([]);
  });

  it('is cited by packs, which end with the list of references, and answers are checked by key and page', async () => {
    const { engine, id } = await makeFilled({ ...FILES, 'library.bib': BIB });
    const options = {
      collectionId: id,
      budgetTokens: 2_000,
      format: 'markdown',
      counter: 'other',
      mask: false,
    } as const;
    const { text } = await engine.makePack({ ...options, query: 'walnuts in a cellar' });
    expect(text).toContain('x17.pdf (whole): [@erdos99]; On the Walnut Problem; p. 1-2\n');
    expect(text).toContain("- [@erdos99] Pál Erdős, Una O'Brien (1999). On the Walnut Problem. doi:10.1000/w\n");
    expect(text.indexOf('## References')).toBeGreaterThan(text.indexOf('forty winters'));
    const answer =
      '"Walnuts keep for forty winters" [@erdos99, p. 2]. Lamps are green [see @lamp2011, p. 2; @erdos99, p. 9]. Nobody [@none2000, p. 1]. Mail ada@example.org.';
    const { citations } = await engine.checkCitations({ collectionId: id, jobId: 'c', answer });
    expect(citations.map(({ text: cited, path, page, verdict }) => [cited, path, page, verdict])).toEqual([
      ['"Walnuts keep for forty winters"', 'x17.pdf', 'p. 2', 'exact'],
      ['@erdos99, p. 2', 'x17.pdf', 'p. 2', 'exact'],
      ['@lamp2011, p. 2', 'new/lamps.pdf', 'p. 2', 'exists'],
      ['@erdos99, p. 9', 'x17.pdf', 'p. 9', 'not found'],
      ['@none2000, p. 1', '@none2000', 'p. 1', 'not found'],
    ]);
  });

  it('is written for a selection, with what the first page says where it has no entry', async () => {
    const { engine, id } = await makeFilled({ ...FILES, 'library.bib': BIB });
    const scope = { ...NO_SELECTION, paths: ['x17.pdf', 'other.pdf', 'notes.md'] };
    const text = await engine.exportReferences(id, scope);
    expect(text).not.toContain('Zotero');
    expect(parseBibtex(text)).toMatchObject([
      { key: 'study', type: 'misc', title: 'A study of herons' },
      { key: 'erdos99', type: 'article', authors: ['Pál Erdős', "Una O'Brien"], year: 1999, doi: '10.1000/w' },
    ]);
    expect(text).toContain('journal = {Journal of Lights}');
  });
});

describe('details that the user wrote', () => {
  it('win over the file and its reference, and survive syncs, changes and moves; an empty value takes them back', async () => {
    const { engine, id } = await makeFilled({ ...FILES, 'library.bib': BIB });
    const row = async (path: string) => (await engine.listFiles(id)).find((file) => file.path === path);
    await engine.writeDetails(id, 'x17.pdf', { title: 'My walnuts', authors: ['Una'], year: 2001 });
    await engine.writeDetails(id, 'x17.pdf', { isRead: true });
    const written = { title: 'My walnuts', document: { key: 'erdos99', authors: ['Una'], year: 2001, isRead: true } };
    expect(await row('x17.pdf')).toMatchObject(written);
    expect((await engine.search(id, 'forty winters')).hits[0]?.title).toBe('My walnuts');
    await syncFiles(engine, id, { ...FILES, 'library.bib': BIB, 'x17.pdf': toPdf('scan0002', 'Walnuts keep.') });
    expect(await row('x17.pdf')).toMatchObject(written);
    const { 'x17.pdf': moved, ...rest } = FILES;
    await syncFiles(engine, id, { ...FILES, 'library.bib': BIB });
    await engine.writeDetails(id, 'x17.pdf', { year: 2002 });
    await syncFiles(engine, id, { ...rest, 'library.bib': BIB, 'old/walnuts.pdf': moved as never });
    expect(await row('old/walnuts.pdf')).toMatchObject({ title: 'My walnuts', document: { year: 2002 } });
    const { id: copyId } = await engine.duplicateCollection(id, 'Copy');
    expect((await engine.listPapers(copyId)).map(({ title }) => title)).toContain('My walnuts');
    await engine.writeDetails(id, 'old/walnuts.pdf', { title: '', authors: [], year: 0 });
    expect((await row('old/walnuts.pdf'))?.title).not.toBe('My walnuts');
  });

  it('turn names round that are written last name first, as reference files do', async () => {
    const { engine, id } = await makeFilled({ 'x17.pdf': toPdf('Marsh', 'Walnuts keep.') });
    const typed = ['Nováková, Petra Marie', 'Public, Jr., John Q.', 'Ada Lamp', 'Lights, Inc.', 'Smith,'];
    await engine.writeDetails(id, 'x17.pdf', { title: 'Marsh', authors: typed, year: 1998 });
    const authors = ['Petra Marie Nováková', 'John Q. Public Jr.', 'Ada Lamp', 'Lights, Inc.', 'Smith'];
    expect(await engine.listPapers(id)).toMatchObject([{ authors }]);
    const text = await engine.exportReferences(id, NO_SELECTION);
    expect(text).toContain('@misc{novakova1998marsh');
  });

  it('are in the table of papers, with pages', async () => {
    const { engine, id } = await makeFilled({ ...FILES, 'library.bib': BIB });
    await engine.writeDetails(id, 'other.pdf', { isRead: true });
    expect(await engine.listPapers(id)).toEqual([
      {
        ...{ path: 'new/lamps.pdf', title: 'The harbour lamps', authors: ['Ada Lamp'], year: 2011, key: 'lamp2011' },
        ...{ pages: 2, isRead: false },
      },
      { path: 'other.pdf', title: 'A study of herons', authors: [], pages: 2, isRead: true },
      {
        ...{ path: 'x17.pdf', title: 'On the Walnut Problem', authors: ['Pál Erdős', "Una O'Brien"], year: 1999 },
        ...{ key: 'erdos99', doi: '10.1000/w', pages: 2, isRead: false },
      },
    ]);
  });
});
