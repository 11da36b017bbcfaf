import { describe, expect, it } from 'vitest';
import { toUtf8 } from '../../../../src/lib/bytes.ts';
import { craftZip } from '../../../support/craft-zip.ts';
import { makeZip, readText } from '../../../support/make-document.ts';

const opf = `<package><metadata><dc:title>The Book</dc:title></metadata><manifest>
  <item id="a" href="one%20two.xhtml"/><item id="b" href="b.xhtml"/><item id="n" href="nav.xhtml" properties="nav"/></manifest>
  <spine><itemref idref="n"/><itemref idref="b"/><itemref idref="a"/><itemref idref="missing"/></spine></package>`;
const PARTS = {
  mimetype: 'application/epub+zip',
  'META-INF/container.xml': '<container><rootfile full-path="OPS/book.opf"/></container>',
  'OPS/book.opf': opf,
  'OPS/nav.xhtml': '<html><nav><a href="b.xhtml#x">Opening</a><a href="one%20two.xhtml">Later</a></nav></html>',
  'OPS/b.xhtml': '<html><head><title>No</title></head><body><p>Once upon.</p></body></html>',
  'OPS/one two.xhtml': '<html><body><h1>Then</h1><p>More &amp; more.</p><h2>And</h2><p>End.</p></body></html>',
};

describe('an EPUB', () => {
  it('becomes chapters in the order of the spine, named by their headings or by the table of contents', async () => {
    const { text, cuts, title } = await readText('a.epub', makeZip(PARTS));
    expect(text).toBe('Once upon.\n\n# Then\n\nMore & more.\n\n## And\n\nEnd.\n');
    expect(cuts.map(({ line, level, name, address }) => [line, level, name, address])).toEqual([
      [1, 1, 'Opening', 'ch. 1'],
      [3, 1, 'Then', 'ch. 2'],
      [7, 2, 'And', 'ch. 2'],
    ]);
    expect(title).toBe('The Book');
  });

  it('keeps its last chapter if nothing in it is compressed and some parts are read twice', async () => {
    const long = `<dc:description>${'Long ago. '.repeat(200)}</dc:description></metadata>`;
    const { text, warnings } = await readText(
      'a.epub',
      makeZip({ ...PARTS, 'OPS/book.opf': opf.replace('</metadata>', long) }),
    );
    expect(text).toContain('End.');
    expect(warnings).toEqual([]);
  });

  it('is cut off where its chapters claim more bytes than the file has', async () => {
    const names = Array.from({ length: 9 }, (_, i) => `c${i}.xhtml`);
    const items = names.map((name, i) => `<item id="i${i}" href="${name}"/>`).join('');
    const refs = names.map((_, i) => `<itemref idref="i${i}"/>`).join('');
    const own = { ...PARTS, 'OPS/book.opf': `<package><manifest>${items}</manifest><spine>${refs}</spine></package>` };
    const data = toUtf8(`<html><body><p>${'So it went. '.repeat(500)}</p></body></html>`);
    const parts = Object.entries(own).map(([name, part]) => ({ name, data: toUtf8(part) }));
    const shared = names.map((name, i) => ({ name: `OPS/${name}`, data, ...(i > 0 && { sharesWith: parts.length }) }));
    const { warnings } = await readText('a.epub', craftZip([...parts, ...shared]));
    const message = 'The parts of the document claim more bytes than the file has.';
    expect(warnings).toMatchObject([{ code: 'unreadable', message }]);
  });

  it('is refused when its chapters are encrypted, not when its fonts are', async () => {
    const cipher = (uri: string) => ({
      ...PARTS,
      'META-INF/encryption.xml': `<encryption><CipherReference URI="${uri}"/></encryption>`,
    });
    expect((await readText('a.epub', makeZip(cipher('OPS/b.xhtml')))).refused).toBe('encrypted');
    expect((await readText('a.epub', makeZip(cipher('OPS/font.otf')))).refused).toBeUndefined();
  });
});

const rtf = (body: string) => new TextEncoder().encode(`{\\rtf1\\ansi\\ansicpg1252${body}}`);
const textOf = async (body: string) => (await readText('a.rtf', rtf(body))).text;

describe('RTF', () => {
  it('becomes paragraphs, in the encodings of its fonts', async () => {
    const fonts = '{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}{\\f2\\fcharset128 C;}}';
    expect(
      await textOf(`${fonts}\\f0 na\\'efve {\\f1\\'cf\\'f0} {\\f2\\'82\\'a0}\\par \\u8364?5\\par\\uc2\\u916ab!`),
    ).toBe('naïve Пр あ\n\n€5\n\nΔ!\n');
  });

  it('has headings by style, tables as rows, list markers, notes and no deleted text', async () => {
    const styles = '{\\stylesheet{\\s1 heading 1;}{\\s2 Normal;}}{\\info{\\title The letter}{\\author Me}}';
    const body = `${styles}\\pard\\s1 Top\\par\\pard plain{\\footnote A note.} text{\\deleted  gone}\\par
      {\\listtext 1.\\tab}first\\par\\trowd\\pard\\intbl a\\cell b\\cell\\row\\trowd\\intbl c\\cell d\\cell\\row\\pard end\\par{\\*\\unknown hidden}{\\field{\\*\\fldinst HYPERLINK}{\\fldrslt link}}`;
    const { text, cuts, title } = await readText('a.rtf', rtf(body));
    expect(text).toBe('Top\n\nplain[1] text\n\n[1] A note.\n\n1. first\n\na | b\nc | d\n\nend\n\nlink\n');
    expect(cuts.map(({ name }) => name)).toEqual(['Top']);
    expect(title).toBe('The letter');
  });
});
