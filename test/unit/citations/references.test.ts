import { describe, expect, it } from 'vitest';
import { matchReferences } from '../../../src/citations/references/match-references.ts';
import { parseBibtex } from '../../../src/citations/references/parse-bibtex.ts';
import { isCslJson, parseReferences, toBibtex } from '../../../src/citations/references/parse-references.ts';

const ODD = String.raw`
% My Library
@comment{jabref-meta: databaseType:bibtex;}
@string{jacm = "Journal of the {ACM}"}
@preamble{"\newcommand{\x}{y}"}
@article{van_gogh_2001,
  title = {On {D}utch \'Etudes \& the K{\"o}nigsberg {P}roblem},
  author = {van Gogh, Jr, Vincent and Erd{\H{o}}s, P{\'a}l and {World Health Organization} and S{\o}ren Kierkeg{\aa}rd and others},
  journal = jacm # " (Series B)",
  year = 2001,
  doi = {https://doi.org/10.1000/ABC.1},
  file = {Full Text:/home/u/Zotero/storage/AB12/van Gogh - 2001 - Etudes.pdf:application/pdf;Snapshot:C\:\\Users\\a b\\x.html:text/html}
}
@Book(ngo,
  author = "{\'{I}}. {\c{S}}ahin and Dvo{\v r}{\'a}k, Anton{\'\i}n",
  title = "A \textendash{} B~C", date = {1999-05}, file = {:papers/ng{\_}o.pdf:PDF})
@inproceedings{broken, title = {never closed
@misc{last,title={The last},year={n.d.},file={a/b.pdf;c/d.pdf}}
`;

describe('BibTeX', () => {
  const all = parseBibtex(ODD);

  it('reads names, accents, strings, dates and attachments; an entry that is not closed costs only itself', () => {
    expect(all.map(({ key }) => key)).toEqual(['van_gogh_2001', 'ngo', 'broken', 'last']);
    expect(all[0]).toMatchObject({
      type: 'article',
      title: 'On Dutch Études & the Königsberg Problem',
      authors: ['Vincent van Gogh Jr', 'Pál Erdős', 'World Health Organization', 'Søren Kierkegård'],
      year: 2001,
      doi: '10.1000/abc.1',
      files: ['/home/u/Zotero/storage/AB12/van Gogh - 2001 - Etudes.pdf', 'C:\\Users\\a b\\x.html'],
    });
    expect(new Map(all[0]?.fields).get('journal')).toBe('Journal of the {ACM} (Series B)');
    expect(all[1]).toMatchObject({ authors: ['Í. Şahin', 'Antonín Dvořák'], title: 'A – B C', year: 1999 });
    expect(all[1]?.files).toEqual(['papers/ng_o.pdf']);
    expect(all[3]).toMatchObject({ title: 'The last', files: ['a/b.pdf', 'c/d.pdf'] });
    expect(all[3]).not.toHaveProperty('year');
  });

  it.each([
    [
      String.raw`Full Text PDF:/me/Zotero/Pud{\v z}a and Sm{\'\i}d 18{\_}21.pdf:application/pdf`,
      ['/me/Zotero/Pudža and Smíd 18_21.pdf'],
    ],
    [String.raw`:C$\backslash$:/Users/me/Mendeley Ltd./a - 2021.pdf:pdf`, ['C\\:/Users/me/Mendeley Ltd./a - 2021.pdf']],
    [
      String.raw`PDF:files/99/One\: Two\; 2024.pdf:application/pdf;Snap:b/c.html:text/html`,
      ['files/99/One: Two; 2024.pdf', 'b/c.html'],
    ],
    ['desc:file.pdf:PDF:https://example.org/file.pdf', ['file.pdf']],
    ['file.pdf::', ['file.pdf']],
    [':file.pdf', ['file.pdf']],
    ['C:/papers/x.pdf', ['C:/papers/x.pdf']],
    ['desc:C:/papers/x.pdf:PDF', ['C:/papers/x.pdf']],
    ['', []],
  ])('reads the attachments of %s', (file, paths) => {
    expect(parseBibtex(`@misc{a, file = {${file}}}`)[0]?.files).toEqual(paths);
  });

  it('is written without paths, and read again as the same', () => {
    const text = toBibtex(all);
    expect(text).not.toContain('Zotero');
    const again = parseBibtex(text);
    expect(again.map(({ fields: _, files: __, ...rest }) => rest)).toEqual(
      all.map(({ fields: _, files: __, ...rest }) => rest),
    );
  });

  it('of any text ends, and is linear', () => {
    for (const text of [
      '@',
      '@a{',
      '@a{b,c={{{{',
      '@a{b,c="',
      '@a(b',
      `@a{b,${'x={'.repeat(20_000)}`,
      '@a{b,c=d#'.repeat(9_000),
    ])
      expect(parseBibtex(text).length).toBeLessThanOrEqual(40_000);
  });
});

describe('RIS and CSL-JSON', () => {
  it('have the same facts', () => {
    const ris =
      'TY  - JOUR\r\nAU  - Lovelace, Ada\r\nAU  - ACME\r\nTI  - Notes & Sketches\r\nPY  - 1843/09/01\r\nDO  - 10.1/X\r\nL1  - file:///C:/a%20b/notes.pdf\r\nSP  - 1\r\nEP  - 9\r\nER  - \r\n';
    const csl = JSON.stringify([
      {
        id: 'http://zotero.org/users/1/items/lovelace1843',
        type: 'article-journal',
        title: 'Notes & <i>Sketches</i>',
        author: [{ family: 'Lovelace', given: 'Ada' }, { literal: 'ACME' }],
        issued: { 'date-parts': [['1843', 9]] },
        DOI: '10.1000/X',
      },
    ]);
    expect(isCslJson(csl)).toBe(true);
    expect(isCslJson('[{"type":"module","name":"x"}]')).toBe(false);
    const [one] = parseReferences('a.ris', ris);
    const [other] = parseReferences('a.json', csl);
    const facts = { type: 'article', title: 'Notes & Sketches', authors: ['Ada Lovelace', 'ACME'], year: 1843 };
    expect(one).toMatchObject({ ...facts, key: 'lovelace1843notes', files: ['file:///C:/a%20b/notes.pdf'] });
    expect(other).toMatchObject({ ...facts, key: 'lovelace1843', doi: '10.1000/x' });
    expect(toBibtex([other as never])).toBe(
      '@article{lovelace1843,\n  title = {{Notes \\& Sketches}},\n  author = {Lovelace, Ada and {ACME}},\n  year = {1843},\n  doi = {10.1000/x}\n}\n',
    );
    expect(parseReferences('a.json', '{"no": 1}')).toEqual([]);
  });
});

describe('50 entries with odd names, accents and two editions', () => {
  const LAST = [
    'Müller',
    'Ørsted',
    "O'Brien",
    'Nguyễn',
    'García Márquez',
    'von Neumann',
    'Łukasiewicz',
    '李',
    'Å',
    'de la Cruz',
  ];
  const entries = Array.from({ length: 50 }, (_, i) => {
    const name = LAST[i % LAST.length] as string;
    // Every tenth is another edition of the one before.
    const title = `Über the ${i % 10 === 9 ? i - 1 : i}th study: walnuts & herons`;
    return { key: `k${i}`, name, title, year: 1960 + i, file: `${name} - ${1960 + i} - Über the study.pdf` };
  });
  const toBib = ({ key, name, title, year, file }: (typeof entries)[number], i: number): string => {
    const paths = [
      `Full Text PDF:files/${i}/${file}:application/pdf`,
      `Attachment:C\\:\\\\Users\\\\me\\\\Zotero\\\\storage\\\\X${i}\\\\${file}:application/pdf`,
      `:home/me/${file}:pdf`,
      `/Users/me/${file}`,
    ];
    const how = i % 4 === 3 ? '' : `,\n  file = {${paths[i % paths.length]}}`;
    return `@article{${key},\n  title = {${title.replace('Ü', '{\\"U}').replace('&', '\\&')}},\n  author = {${name}, Ada},\n  year = ${year},\n  doi = {10.1000/${key}}${how}\n}\n`;
  };
  const references = parseBibtex(entries.map(toBib).join('\n'));

  it('every attachment gets its key: by path, by DOI, or by title and year', () => {
    expect(references).toHaveLength(50);
    const files = entries.map(({ file, title, year }, i) => ({
      // A Mac writes accents apart.
      path: `papers/${i}/${i % 2 === 0 ? file : file.normalize('NFD')}`,
      ...(i % 8 === 3
        ? { doi: `10.1000/K${i}` }
        : { title: i % 8 === 7 ? title.toUpperCase() : 'Microsoft Word - x', year }),
    }));
    const found = matchReferences(files, references);
    expect(files.map(({ path }) => found.get(path)?.key)).toEqual(entries.map(({ key }) => key));
  });

  it('two editions that nothing tells apart get no key', () => {
    const [a, b] = parseBibtex(
      '@book{a,title={Same thing here},year=1990}\n@book{b,title={Same thing here},year=1999}',
    );
    const match = (year?: number) =>
      matchReferences([{ path: 'x.pdf', title: 'Same Thing Here', year }], [a as never, b as never]).get('x.pdf')?.key;
    expect([match(1999), match(1990), match()]).toEqual(['b', 'a', undefined]);
  });

  it('one name in two folders goes to the entry of its folder', () => {
    const [a, b] = parseBibtex(
      '@book{a,title={A},file={:files/1/Full.pdf:pdf}}\n@book{b,title={B},file={:files/2/Full.pdf:pdf}}',
    );
    const found = matchReferences(
      [{ path: 'lib/files/1/Full.pdf' }, { path: 'lib/files/2/Full.pdf' }],
      [a as never, b as never],
    );
    expect([...found.values()].map(({ key }) => key)).toEqual(['a', 'b']);
  });
});
