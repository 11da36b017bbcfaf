import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';

/** The texts of a presentation or a workbook by regular expressions over its parts, in the order of their numbers: another way to the same words. */
export function readWithExpressions(path: string, format: string): string | undefined {
  const parts = unzipSync(new Uint8Array(readFileSync(path)));
  const read = (name: string): string => new TextDecoder().decode(parts[name] ?? new Uint8Array());
  const numbered = (pattern: RegExp): string[] =>
    Object.keys(parts)
      .filter((name) => pattern.test(name))
      .sort((a, b) => Number(/\d+(?=\.xml$)/.exec(a)?.[0]) - Number(/\d+(?=\.xml$)/.exec(b)?.[0]));
  if (format === 'pptx')
    return numbered(/^ppt\/slides\/slide\d+\.xml$/)
      .map((name) => toParagraphs(read(name)))
      .join('\n');
  if (format === 'xlsx') return readWorkbook(read);
  const body = read('content.xml').replace(/<(presentation:notes|office:annotation)\b[\s\S]*?<\/\1>/g, ' ');
  const paragraphs = body.match(/<text:(p|h)\b[^>]*(?<!\/)>[\s\S]*?<\/text:\1>/g) ?? [];
  return paragraphs.map((xml) => decode(xml.replace(/<text:(?:tab|s|line-break)\b[^>]*>/g, ' '))).join('\n');
}

/** Texts of `a:t`, those of one paragraph together; numbers, dates and footers of slides stand on all of them. */
function toParagraphs(xml: string): string {
  const shapes = xml.replace(/<p:sp>(?:(?!<\/p:sp>)[\s\S])*?<p:ph [^>]*type="(?:sldNum|dt|ftr)"[\s\S]*?<\/p:sp>/g, '');
  const paragraphs = shapes.match(/<a:p>[\s\S]*?<\/a:p>/g) ?? [];
  return paragraphs
    .map((p) => [...p.matchAll(/<a:t>([\s\S]*?)<\/a:t>/g)].map(([, text]) => decode(text)).join(''))
    .join('\n');
}

/** Cells that are strings; how numbers are shown only a format can tell. */
function readWorkbook(read: (name: string) => string): string {
  const strings = [...read('xl/sharedStrings.xml').matchAll(/<si>([\s\S]*?)<\/si>|<si\/>/g)].map(([, si = '']) =>
    [...si.replace(/<rPh\b[\s\S]*?<\/rPh>/g, '').matchAll(/<t\b[^>]*>([\s\S]*?)<\/t>/g)]
      .map(([, t]) => decode(t))
      .join(''),
  );
  const targets = new Map(
    [...read('xl/_rels/workbook.xml.rels').matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => [
      /\bId="([^"]*)"/.exec(tag)?.[1],
      /\bTarget="\/?(?:xl\/)?([^"]*)"/.exec(tag)?.[1],
    ]),
  );
  const sheets = [...read('xl/workbook.xml').matchAll(/<sheet\b[^>]*>/g)].filter(
    ([tag]) => !/state="(?:veryH|h)idden"/.test(tag),
  );
  return sheets
    .flatMap(([tag]) => {
      const sheet = read(`xl/${targets.get(/\br:id="([^"]*)"/.exec(tag)?.[1])}`);
      return [...sheet.matchAll(/<c\b([^>]*[^/])>([\s\S]*?)<\/c>/g)].map(([, attributes = '', cell = '']) => {
        const value = /<v>([\s\S]*?)<\/v>/.exec(cell)?.[1];
        if (/\bt="s"/.test(attributes)) return strings[Number(value)] ?? '';
        return /\bt="(?:str|inlineStr)"/.test(attributes) ? decode(value ?? cell) : '';
      });
    })
    .join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decode(xml = ''): string {
  return xml.replace(/<[^>]*>/g, '').replace(/&(#x?)?(\w+);/g, (all, number: string | undefined, name: string) => {
    if (number === undefined) return ENTITIES[name] ?? all;
    return String.fromCodePoint(Number.parseInt(name, number === '#x' ? 16 : 10));
  });
}
