import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readXml } from '../../../src/html/xml-reader.ts';
import { deflate } from '../../../src/lib/deflate.ts';
import { type PlacedItem, toLineText } from '../../../src/read/document/pdf/line-text.ts';
import { readDocument } from '../../../src/read/document/read-document.ts';
import { crc32 } from '../../../src/zip/crc32.ts';
import { craftZip } from '../../support/craft-zip.ts';
import { expectGrowth } from '../../support/growth-of.ts';
import { makeDocx, makeRelations, makeZip, readText } from '../../support/make-document.ts';
import { nodePdf } from '../../support/node-pdf.ts';
import { sampleSize } from '../../support/sample-size.ts';

const p = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const DOCX = makeDocx(p('one') + p('two'), { footnotes: '<w:footnotes/>' });

function makeCommentedSheet(rows: number): Uint8Array {
  const numbers = Array.from({ length: rows }, (_, i) => i + 1);
  return makeZip({
    '_rels/.rels': makeRelations([['r', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': makeRelations([['r1', 'worksheet', 'worksheets/s1.xml']]),
    'xl/worksheets/s1.xml': `<worksheet><sheetData>${numbers.map((n) => `<row r="${n}"/>`).join('')}</sheetData></worksheet>`,
    'xl/worksheets/_rels/s1.xml.rels': makeRelations([['r1', 'comments', '../comments1.xml']]),
    'xl/comments1.xml': numbers.map((n) => `<comment ref="A${n}"><t>x</t></comment>`).join(''),
  });
}

const FORMATS = ['docx', 'odt', 'pptx', 'odp', 'xlsx', 'ods', 'epub', 'rtf', 'pdf'];

async function expectSound(path: string, bytes: Uint8Array): Promise<void> {
  const read = await readDocument({ path, bytes, maxTextBytes: 100_000, targetChars: 4_000, pdfReader: nodePdf });
  if (read.refused) expect(read.warnings?.map(({ code }) => code)).toContain(read.refused);
  expect(new TextDecoder('utf-8', { fatal: true }).decode(read.bytes)).not.toMatch(/[\x00-\x08\r]/);
  const lines = new TextDecoder().decode(read.bytes).split('\n').length;
  for (const { line } of read.cuts ?? []) expect(line).toBeLessThanOrEqual(lines);
}

describe('damaged files and files that are not documents', () => {
  it('are read or refused when truncated anywhere', async () => {
    for (let length = 0; length < DOCX.length; length += 7) await expectSound('a.docx', DOCX.slice(0, length));
  });

  it('are read or refused with any byte changed, and with wrong offsets', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(DOCX.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        async (changes) => {
          const bytes = DOCX.slice();
          for (const [at, value] of changes) bytes[at] = value;
          await expectSound('a.docx', bytes);
        },
      ),
      { numRuns: sampleSize({ sample: 100, whole: 300 }) },
    );
  });

  it('may be any bytes under any name', async () => {
    const heads = ['', 'PK\x03\x04', '%PDF-1.4\n', '{\\rtf1 '].map((head) => new TextEncoder().encode(head));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FORMATS),
        fc.constantFrom(...heads),
        fc.uint8Array({ maxLength: 200 }),
        async (format, head, rest) => expectSound(`a.${format}`, Uint8Array.from([...head, ...rest])),
      ),
      { numRuns: sampleSize({ sample: 100, whole: 300 }) },
    );
  });

  it('may contain any tags in any order', async () => {
    const tag = fc.constantFrom(
      ...'p r t tbl tr tc txbxContent pPr pStyle numId del Fallback footnoteReference h list list-item note annotation table table-row table-cell page frame row c v sheet sldId sp ph'.split(
        ' ',
      ),
    );
    const token = fc.oneof(
      tag.map((name) => `<w:${name} w:val="1" r:id="r1" w:id="1">`),
      tag.map((name) => `</w:${name}>`),
      tag.map((name) => `<w:${name}/>`),
      fc.constantFrom('text', '&amp;', '&#0;', '&#xFFFF;', '<![CDATA[x', '<!--', '<'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(token, { maxLength: 60 }), async (tokens) => {
        const xml = tokens.join('');
        const odf = (type: string) =>
          makeZip({ mimetype: `application/vnd.oasis.opendocument.${type}`, 'content.xml': xml });
        await expectSound('a.docx', makeDocx(xml, { footnotes: xml, comments: xml, numbering: xml, styles: xml }));
        for (const [format, type] of [
          ['odt', 'text'],
          ['odp', 'presentation'],
          ['ods', 'spreadsheet'],
        ] as const) {
          await expectSound(`a.${format}`, odf(type));
        }
        const relations = makeRelations([
          ['r1', 'worksheet', 's.xml'],
          ['r1', 'slide', 's.xml'],
          ['r2', 'sharedStrings', 's.xml'],
        ]);
        await expectSound(
          'a.xlsx',
          makeZip({
            'xl/workbook.xml': `<sheet name="a" r:id="r1"/>${xml}`,
            'xl/_rels/workbook.xml.rels': relations,
            'xl/s.xml': xml,
          }),
        );
        await expectSound(
          'a.pptx',
          makeZip({
            'ppt/presentation.xml': `<sldId r:id="r1"/>${xml}`,
            'ppt/_rels/presentation.xml.rels': relations,
            'ppt/s.xml': xml,
          }),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('may contain any RTF', async () => {
    const token = fc.constantFrom(
      ...[
        '{',
        '}',
        '\\par ',
        '\\cell',
        '\\row',
        '\\trowd',
        '\\intbl',
        '\\pard',
        '{\\footnote ',
        '{\\*\\x ',
        '{\\fonttbl',
        '\\f1',
        '\\u-1?',
        '\\bin9999999999',
        "\\'zz",
        "\\'e4",
        '\\',
        'text',
        '\\s1',
        '{\\stylesheet',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(token, { maxLength: 60 }), (tokens) =>
        expectSound('a.rtf', new TextEncoder().encode(`{\\rtf1${tokens.join('')}`)),
      ),
      { numRuns: sampleSize({ sample: 100, whole: 300 }) },
    );
  });
});

describe('documents made to be expensive', () => {
  it('that expand to far more than their size are refused before they are expanded', async () => {
    const data = deflate(new Uint8Array(40_000_000));
    const entry = {
      name: 'word/document.xml',
      data,
      method: 8,
      claimedSize: 40_000_000,
      crc: crc32(new Uint8Array(40_000_000)),
    };
    const { refused, warnings } = await readText('a.docx', craftZip([entry]));
    expect(refused).toBe('unreadable');
    expect(warnings).toMatchObject([{ limit: 250, actual: 1024 }]);
  });

  it('that claim a part larger than memory are refused with limit and actual', async () => {
    const entry = { name: 'word/document.xml', claimedSize: 2_000_000_000 };
    const { warnings } = await readText('a.docx', craftZip([entry]));
    expect(warnings).toMatchObject([{ code: 'unreadable', limit: 128_000_000, actual: 2_000_000_000 }]);
  });

  it('with entities that expand to themselves do not grow', async () => {
    const doctype =
      '<!DOCTYPE x [<!ENTITY a "&b;&b;&b;&b;"><!ENTITY b "&c;&c;&c;&c;"><!ENTITY c "lol"><!ENTITY f SYSTEM "file:///etc/passwd">]>';
    const bytes = makeZip({ 'word/document.xml': `${doctype}<w:document>${p('&a;&f;')}</w:document>` });
    expect((await readText('a.docx', bytes)).text).toBe('&a;&f;\n');
  });

  it('with relations and styles in a cycle end', async () => {
    const styles = '<w:styles><w:style w:styleId="A"><w:basedOn w:val="A"/></w:style></w:styles>';
    const body = `<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`;
    expect((await readText('a.docx', makeDocx(body, { styles }))).text).toBe('x\n');
    const self = makeZip({
      'ppt/presentation.xml': '<p:sldId r:id="r1"/><p:sldId r:id="r1"/>',
      'ppt/_rels/presentation.xml.rels': makeRelations([['r1', 'slide', 'presentation.xml']]),
    });
    await expectSound('a.pptx', self);
    expect((await readText('a.pptx', self)).refused).toBeUndefined();
  });

  it('take time in proportion to their size at any depth', async () => {
    const shapes: Readonly<Record<string, (n: number) => Uint8Array>> = {
      'open elements': (n) => makeDocx('<w:p>'.repeat(n)),
      'ends of what is not open': (n) => makeDocx('</w:p></w:tbl></w:tc>'.repeat(n)),
      'nested tables': (n) => makeDocx('<w:tbl><w:tr><w:tc>'.repeat(n)),
      'nested boxes': (n) => makeDocx('<w:p><w:r><w:txbxContent>'.repeat(n)),
      groups: (n) => new TextEncoder().encode(`{\\rtf1${'{'.repeat(n * 4)}`),
      attributes: (n) => makeDocx(`<w:p ${'a="b" '.repeat(n * 3)}>`),
      'rows with comments': makeCommentedSheet,
    };
    const paths: Readonly<Record<string, string>> = { groups: 'a.rtf', 'rows with comments': 'a.xlsx' };
    for (const [name, make] of Object.entries(shapes)) {
      const path = paths[name] ?? 'a.docx';
      await expectGrowth((n) => readText(path, make(n)), { sixteenth: 2_000, whole: 32_000, below: 4, name });
    }
  });

  it('with a line of any number of pieces take time in proportion to them', async () => {
    const make = (count: number): PlacedItem[] =>
      Array.from({ length: count }, (_, i) => ({
        text: i % 7 === 0 ? '\u00b4' : 'ab',
        ...{ x: i, y: 0, right: i + 1.5, height: 1, isRtl: false, isUpright: true },
      }));
    await expectGrowth(toLineText, { sixteenth: make(10_000), whole: make(160_000), below: 4 });
  });

  it('with any text as XML are read to their end', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>/!?[]-"\'=& a;#x1C'), maxLength: 80 }), (xml) => {
        readXml(xml, { start: (tag) => void tag.attribute('a'), end() {}, text() {} });
      }),
      { numRuns: 2_000 },
    );
  });
});
