import { describe, expect, it } from 'vitest';
import { makeZip, readText } from '../../../support/make-document.ts';

const MIME = 'application/vnd.oasis.opendocument.';
const make = (type: string, body: string, rest: Record<string, string> = {}, styles = '') =>
  makeZip({
    mimetype: MIME + type,
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
    ...rest,
  });

describe('an OpenDocument text', () => {
  it('becomes paragraphs, headings, lists, tables, notes and comments', async () => {
    const styles = `<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="a" style:num-suffix=")"/></text:list-style>`;
    const body = `<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
      <text:h text:outline-level="2">Part<text:s text:c="2"/>one</text:h>
      <text:p>See<text:note><text:note-citation>7</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body></text:note>
        <office:annotation><dc:creator>Bo</dc:creator><text:p>Why?</text:p></office:annotation>here</text:p>
      <text:list text:style-name="L1"><text:list-item><text:p>x</text:p><text:list><text:list-item><text:p>in</text:p></text:list-item></text:list></text:list-item>
        <text:list-item><text:p>y</text:p></text:list-item></text:list>
      <table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:covered-table-cell/><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>`;
    const meta = '<office:meta><dc:title>The title</dc:title></office:meta>';
    const { text, cuts, title } = await readText('a.odt', make('text', body, { 'meta.xml': meta }, styles));
    expect(text).toBe('Part  one\n\nSee[1] [comment: Why?] here\n\n[1] A note.\n\na) x\n  - in\nb) y\n\na |  | b\n');
    expect(cuts).toEqual([{ line: 1, level: 2, what: 'heading', name: 'Part one' }]);
    expect(title).toBe('The title');
  });

  it('has its formulas as they were typed, or the letters of their MathML', async () => {
    const entry = (path: string) =>
      `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${MIME}formula"/>`;
    const object = (name: string) =>
      `<draw:frame><draw:object xlink:href="./${name}"/><draw:image xlink:href="./ObjectReplacements/${name}"/></draw:frame>`;
    const math = (inner: string) => `<math xmlns="http://www.w3.org/1998/Math/MathML">${inner}</math>`;
    const { text } = await readText(
      'a.odt',
      make('text', `<text:p>Mass:${object('Object 1')}and${object('Object 2')}are all.</text:p>`, {
        'META-INF/manifest.xml': `<manifest:manifest>${entry('Object 1/')}${entry('Object 2/')}</manifest:manifest>`,
        'Object 1/content.xml': math(
          '<semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi></mrow><annotation encoding="StarMath 5.0">E = m c^2</annotation></semantics>',
        ),
        'Object 2/content.xml': math('<mrow> <mi>a</mi><mo>+</mo><mi>b</mi> </mrow>'),
      }),
    );
    expect(text).toBe('Mass: E = m c^2 and a + b are all.\n');
  });

  it('without text says that it has pictures, if it has any', async () => {
    const thumbnail = { 'Thumbnails/thumbnail.png': 'x' };
    const warnings = async (rest: Record<string, string>) =>
      (await readText('a.odt', make('text', '<text:p/>', rest))).warnings.map(({ code }) => code);
    expect(await warnings(thumbnail)).toEqual([]);
    expect(await warnings({ ...thumbnail, 'Pictures/1.png': 'x' })).toEqual(['no-text']);
  });

  it('is refused when its parts are encrypted', async () => {
    const manifest =
      '<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>';
    expect((await readText('a.odt', make('text', '', { 'META-INF/manifest.xml': manifest }))).refused).toBe(
      'encrypted',
    );
  });
});

describe('an OpenDocument presentation', () => {
  it('becomes slides with title, points and notes', async () => {
    const frame = (kind: string, inner: string) =>
      `<draw:frame presentation:class="${kind}"><draw:text-box>${inner}</draw:text-box></draw:frame>`;
    const body = `<draw:page>${frame('outline', '<text:list><text:list-item><text:p>point</text:p></text:list-item></text:list>')}${frame('title', '<text:p>First</text:p>')}
      <presentation:notes>${frame('notes', '<text:p>Say it.</text:p>')}</presentation:notes></draw:page><draw:page>${frame('outline', '<text:p>alone</text:p>')}</draw:page>`;
    const { text, cuts } = await readText('a.odp', make('presentation', body));
    expect(text).toBe('First\n\n- point\n\nNotes:\n\nSay it.\n\nalone\n');
    expect(cuts).toEqual([
      { line: 1, level: 1, what: 'heading', name: 'First', address: 'slide 1' },
      { line: 9, level: 1, what: 'address', name: 'slide 2' },
    ]);
  });
});

describe('an OpenDocument sheet', () => {
  it('becomes rows with their numbers, without hidden sheets and without a million empty rows', async () => {
    const styles = `<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>`;
    const cell = (text: string, times = 1) =>
      `<table:table-cell table:number-columns-repeated="${times}">${text === '' ? '' : `<text:p>${text}</text:p>`}</table:table-cell>`;
    const body = `<table:table table:name="Costs"><table:table-row>${cell('what')}${cell('sum')}${cell('', 16_000)}</table:table-row>
      <table:table-row table:number-rows-repeated="3">${cell('')}</table:table-row>
      <table:table-row table:number-rows-repeated="2">${cell('tea')}${cell('1.50')}</table:table-row>
      <table:table-row table:number-rows-repeated="1048000">${cell('', 16_000)}</table:table-row></table:table>
      <table:table table:name="Secret" table:style-name="ta2"><table:table-row>${cell('x')}</table:table-row></table:table>`;
    const { text, cuts } = await readText('a.ods', make('spreadsheet', body, {}, styles));
    expect(text).toBe('Costs\n\nwhat | sum\ntea | 1.50\ntea | 1.50\n\n[hidden sheet: Secret]\n');
    expect(cuts).toEqual([{ line: 1, level: 1, what: 'heading', name: 'Costs', address: 'Costs!5:6' }]);
  });
});
