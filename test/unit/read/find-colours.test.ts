import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/model/limits.ts';
import { COLOUR_NAMES } from '../../../src/model/outputs/colours.ts';
import { findColours, findGrammar } from '../../../src/read/find-colours.ts';
import { nodeParser } from '../../support/node-parser.ts';

async function paint(language: string, text: string): Promise<readonly string[]> {
  const colours = await findColours(nodeParser, language, text);
  const spans: string[] = [];
  for (let i = 0; i < colours.length; i += 3) {
    const [start, end, name] = colours.subarray(i, i + 3) as unknown as [number, number, number];
    spans.push(`${COLOUR_NAMES[name]} ${text.slice(start, end)}`);
  }
  return spans;
}

describe('the colours of code', () => {
  it('distinguish comments, strings, numbers, keywords, types and names', async () => {
    const text = '# é 𝒳\n@cached\ndef open_path(path: str) -> None:\n    return f"a {path} b" + 12\n';
    expect(await paint('python', text)).toEqual([
      'comment # é 𝒳',
      'meta @cached',
      'keyword def',
      'name open_path',
      'type str',
      'number None',
      'keyword return',
      'string f"a ',
      'string  b"',
      'number 12',
    ]);
    expect(await paint('ts', 'export class Store<T> implements Shape<T> { /** Opens. */ open(n: number) {} }')).toEqual(
      [
        'keyword export',
        'keyword class',
        'name Store',
        'type T',
        'keyword implements',
        'type Shape',
        'type T',
        'comment /** Opens. */',
        'name open',
        'type number',
      ],
    );
  });

  it.each(readdirSync('test/fixtures/code'))('%s: keywords and names, spans in order', async (name) => {
    const text = readFileSync(`test/fixtures/code/${name}`, 'utf8');
    const colours = await findColours(nodeParser, name.split('.').at(-1) as string, text);
    const names = new Set<string | undefined>();
    for (let i = 0, last = 0; i < colours.length; i += 3) {
      const [start = 0, end = 0, colour = 0] = colours.subarray(i, i + 3);
      expect(start).toBeGreaterThanOrEqual(last);
      expect(end).toBeGreaterThan(start);
      names.add(COLOUR_NAMES[colour]);
      last = end;
    }
    expect(colours.at(-2)).toBeLessThanOrEqual(text.length);
    expect([...names]).toEqual(expect.arrayContaining(['keyword', 'name']));
  });

  it('are found in bodies that outlines hide', async () => {
    const text = 'func f() {\n\treturn "inside" // a comment\n}\n';
    expect(await paint('go', text)).toEqual([
      'keyword func',
      'name f',
      'keyword return',
      'string "inside"',
      'comment // a comment',
    ]);
  });

  it('are found in text with errors and in a chunk of a file', async () => {
    expect(await paint('js', 'return 1 }}} )( "open')).toEqual(expect.arrayContaining(['keyword return', 'number 1']));
  });

  it('are found by tokens in formats without a grammar, also where a comment never ends', async () => {
    expect(await paint('SQL', "SELECT 'a' -- b\n/* open")).toEqual([
      'keyword SELECT',
      "string 'a'",
      'comment -- b',
      'comment /* open',
    ]);
    expect(await paint('toml', '[a]\nb = "c" # d\n')).toEqual(['meta [a]', 'name b', 'string "c"', 'comment # d']);
    for (const language of ['xml', 'html', 'jinja']) {
      expect(await paint(language, '<a th:b="c">d\'e</a>')).toEqual([
        ...['keyword <a', 'name th:b', 'string "c"', 'keyword >', 'keyword </a', 'keyword >'],
      ]);
    }
  });

  it('are empty for an unknown language, for empty text and for text over the limit', async () => {
    expect(await paint('cobol', 'MOVE A TO B.')).toEqual([]);
    expect(await paint('python', '')).toEqual([]);
    expect(await paint('python', `x = 1${' '.repeat(LIMITS.maxColourChars)}`)).toEqual([]);
  });

  it('need their grammar: without it the call rejects', async () => {
    const source = { ...nodeParser, grammar: () => Promise.reject(new TypeError('offline')) };
    await expect(findColours(source, 'python', 'x = 1')).rejects.toMatchObject({ code: 'read/grammar-missing' });
  });

  it('are found by any name of the language', () => {
    const names = ['Python', 'py', 'golang', 'shell', 'c#', 'C++', 'tsx', 'rs', 'text'];
    expect(names.map(findGrammar)).toEqual([
      'python',
      'python',
      'go',
      'bash',
      'c-sharp',
      'cpp',
      'tsx',
      'rust',
      undefined,
    ]);
  });
});
