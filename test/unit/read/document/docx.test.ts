import { describe, expect, it } from 'vitest';
import { makeDocx, readText } from '../../../support/make-document.ts';

const p = (text: string, style = ''): string =>
  `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;

const STYLES = `<w:styles>
  <w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>
  <w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Chapter"/><w:basedOn w:val="H1"/></w:style>
  <w:style w:type="paragraph" w:styleId="A"><w:name w:val="a"/><w:basedOn w:val="B"/></w:style>
  <w:style w:type="paragraph" w:styleId="B"><w:name w:val="b"/><w:basedOn w:val="A"/></w:style>
  <w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style></w:styles>`;

describe('a Word document', () => {
  it('becomes paragraphs, with headings by style, including styles based on other styles', async () => {
    const body = p('The pl\u00adan', 'T') + p('One', 'H1') + p('Text &amp; more.') + p('Two', 'Own') + p('End.', 'A');
    const { text, cuts, title } = await readText('a.docx', makeDocx(body, { styles: STYLES }));
    expect(text).toBe('The plan\n\nOne\n\nText & more.\n\nTwo\n\nEnd.\n');
    expect(cuts.map(({ line, level, name }) => [line, level, name])).toEqual([
      [3, 1, 'One'],
      [7, 1, 'Two'],
    ]);
    expect(title).toBe('The plan');
  });

  it('may have macros, which are not read, and is a document under that name too', async () => {
    const types =
      '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>';
    const rest = { '[Content_Types].xml': types, 'word/vbaProject.bin': 'Sub AutoOpen()' };
    const { text, warnings } = await readText('a.docm', makeDocx(p('Text.'), {}, rest));
    expect([text, warnings]).toEqual(['Text.\n', []]);
  });

  it('has rows for its tables and ignores frames of one cell', async () => {
    const cell = (text: string) => `<w:tc>${p(text)}</w:tc>`;
    const body = `<w:tbl><w:tr>${cell('a')}${cell('b')}</w:tr><w:tr>${cell('c')}${cell('d')}</w:tr></w:tbl>
      <w:tbl><w:tr><w:tc>${p('framed')}${p('twice')}</w:tc></w:tr></w:tbl>`;
    expect((await readText('a.docx', makeDocx(body))).text).toBe('a | b\nc | d\n\nframed\n\ntwice\n');
  });

  it('has its list markers', async () => {
    const numbering = `<w:numbering><w:abstractNum w:abstractNumId="0">
      <w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
      <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>
      <w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="x"/></w:lvl></w:abstractNum>
      <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;
    const item = (text: string, id: number, level: number) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const body = item('a', 1, 0) + item('b', 1, 1) + item('c', 1, 1) + item('d', 1, 0) + item('e', 2, 0);
    const { text } = await readText('a.docx', makeDocx(body, { numbering }));
    expect(text).toBe('3. a\n  3.i) b\n  3.ii) c\n4. d\n- e\n');
  });

  it('has notes after their paragraph, comments inline and text boxes after their anchor', async () => {
    const body = `<w:p><w:r><w:t>See</w:t><w:footnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="0"/></w:r>
      <w:r><mc:AlternateContent><mc:Choice><w:txbxContent>${p('boxed')}</w:txbxContent></mc:Choice>
      <mc:Fallback><w:txbxContent>${p('boxed')}</w:txbxContent></mc:Fallback></mc:AlternateContent><w:t>here.</w:t></w:r></w:p>`;
    const footnotes = `<w:footnotes><w:footnote w:id="2">${p('The note.')}</w:footnote></w:footnotes>`;
    const comments = `<w:comments><w:comment w:id="0">${p('Really?')}</w:comment></w:comments>`;
    const { text } = await readText('a.docx', makeDocx(body, { footnotes, comments }));
    expect(text).toBe('See[1] [comment: Really?] here.\n\n[1] The note.\n\nboxed\n');
  });

  it('omits deleted and moved text and keeps inserted text', async () => {
    const body = `<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>
      <w:moveFrom><w:r><w:t>gone</w:t></w:r></w:moveFrom></w:p>`;
    expect((await readText('a.docx', makeDocx(body))).text).toBe('new\n');
  });

  it('is refused with the reason when it is encrypted, empty, truncated or something else', async () => {
    const ole = new Uint8Array(2048);
    ole.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    const encrypted = ole.slice();
    [...'EncryptedPackage'].forEach((letter, i) => {
      encrypted[512 + i * 2] = letter.charCodeAt(0);
    });
    expect((await readText('a.docx', encrypted)).refused).toBe('encrypted');
    for (const bytes of [
      new Uint8Array(),
      ole,
      new TextEncoder().encode('plain text'),
      makeDocx(p('x')).slice(0, 90),
    ]) {
      const { refused, text, warnings } = await readText('a.docx', bytes);
      expect([refused, text]).toEqual(['unreadable', '']);
      expect(warnings.map(({ path, code }) => [path, code])).toEqual([['a.docx', 'unreadable']]);
    }
  });

  it('is read by its bytes when its name says something else, with a warning', async () => {
    const { text, warnings } = await readText('a.epub', makeDocx(p('x')));
    expect(text).toBe('x\n');
    expect(warnings).toEqual([
      { path: 'a.epub', code: 'encoding', message: 'The name says epub, but the file is docx; it was read as that.' },
    ]);
  });

  it('ends at the limit of its text, and says by how much it exceeds it', async () => {
    const { text, warnings } = await readText('a.docx', makeDocx(p('one') + p('two') + p('three')), 10);
    expect(text).toBe('one\n\ntwo\n');
    expect(warnings).toMatchObject([{ code: 'max-file-bytes', limit: 10 }]);
    expect(warnings[0]?.actual).toBeGreaterThan(10);
  });
});
