import { describe, expect, it } from 'vitest';
import { toUtf8 } from '../../../src/lib/bytes.ts';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.ts';
import type { CodeReader } from '../../../src/read/contract.ts';
import { detect } from '../../../src/read/detect.ts';
import { createCodeReader } from '../../../src/read/read-code.ts';
import { readFile } from '../../../src/read/read-file.ts';
import { nodeParser } from '../../support/node-parser.ts';

const text = new TextEncoder().encode('# title\n');
const cut = { line: 1, level: 1, what: 'function', name: 'f', endLine: 1, symbolLine: 1 } as const;

function fakeReader(cuts: Awaited<ReturnType<CodeReader['read']>>): CodeReader {
  return { read: async () => cuts };
}

function read(path: string, codeReader?: CodeReader, bytes = text) {
  return readFile({
    path,
    detected: detect(path),
    text: bytes,
    sizes: DEFAULT_SETTINGS,
    ...(codeReader ? { codeReader } : {}),
  });
}

describe('reading a file', () => {
  it('leaves formats of the kernel to the kernel', async () => {
    expect(await read('a.md', fakeReader({ cuts: [cut] }))).toEqual({ bytes: text });
  });

  it('reads the cards of a canvas in order, below their group, with their links and lines', async () => {
    const nodes = [
      { id: 'a', type: 'text', text: 'Ask the **heron**\n# Why', x: 0, y: 300, width: 10, height: 10 },
      { id: 'g', type: 'group', label: 'Birds', x: 0, y: 0, width: 100, height: 100 },
      { id: 'b', type: 'file', file: 'birds/@heron.md', subpath: '#Calls', x: 50, y: 50, width: 10, height: 10 },
      { id: 'c', type: 'link', url: 'https://example.org/', x: 10, y: 50, width: 10, height: 10 },
    ];
    const edges = [{ id: 'e', fromNode: 'a', toNode: 'b', label: 'about' }];
    const source = `{"nodes":[\n${nodes.map((node) => JSON.stringify(node)).join(',\n')}\n],"edges":${JSON.stringify(edges)}}\n`;
    const { bytes, sourceLines, sourceLineCount, isMarkdown } = await read('x.canvas', undefined, toUtf8(source));
    expect(new TextDecoder().decode(bytes)).toBe(
      '## Birds\n\n### https://example.org/\n\n<https://example.org/>\n\n### @heron#Calls\n\n[[birds/@heron.md#Calls]]\n\n' +
        '## Other cards\n\n### Ask the **heron**\n\nAsk the **heron**\n#### Why\n\n→ about: [[birds/@heron.md#Calls]]\n\n',
    );
    expect([...(sourceLines ?? [])]).toEqual([3, 3, 5, 5, 5, 5, 4, 4, 4, 4, ...Array(9).fill(2)]);
    expect({ sourceLineCount, isMarkdown }).toEqual({ sourceLineCount: 6, isMarkdown: true });
    expect(await read('x.canvas', undefined, toUtf8('{}'))).toMatchObject({ spans: [{ address: '$' }] });
    expect((await read('x.canvas', undefined, toUtf8('{"nodes":'))).warnings).toMatchObject([{ code: 'json-parse' }]);
  });

  it('returns the cuts of code', async () => {
    expect(await read('a.go', fakeReader({ cuts: [cut] }))).toEqual({ bytes: text, cuts: [cut] });
  });

  it('warns with no-outline when the reader gives up, and does not warn without a reader', async () => {
    expect((await read('a.go', fakeReader(undefined))).warnings).toMatchObject([{ path: 'a.go', code: 'no-outline' }]);
    expect(await read('a.go')).toEqual({ bytes: text });
    const large = new Uint8Array(2_000_001);
    expect((await read('a.go', fakeReader(undefined), large)).warnings).toMatchObject([
      { limit: 2_000_000, actual: 2_000_001 },
    ]);
  });
});

describe('headers', () => {
  it('with C++ in them are C++ and outlined as such, others are C', async () => {
    const readHeader = async (text: string) => {
      const codeReader = createCodeReader(nodeParser);
      const bytes = new TextEncoder().encode(text);
      return readFile({
        path: 'list.h',
        detected: detect('list.h'),
        text: bytes,
        sizes: DEFAULT_SETTINGS,
        codeReader,
      });
    };
    const read = async (text: string): Promise<readonly string[]> =>
      ((await readHeader(text)).cuts ?? []).map((cut) => cut.name);
    const cpp = [
      'namespace a {\n}\n',
      'class Env;\n',
      '#include <string>\n',
      'std::string Name(int id);\n',
      'void Put(const Slice& key);\n',
      'struct A {\n public:\n  int b;\n};\n',
    ];
    for (const text of cpp) expect((await readHeader(text)).language, text).toBe('cpp');
    const c = [
      '#ifdef __cplusplus\nextern "C" {\n#endif\n#include <stdio.h>\nint a(int class);\n',
      '/* std::string in words */\n// see a::b\n * class of its own {\n',
      'int masked(const int a, int b) { return a & b; }\n',
    ];
    for (const text of c) expect((await readHeader(text)).language, text).toBeUndefined();
    expect(await read('namespace a {\nclass List : public Base {\n public:\n  int size() const;\n};\n}\n')).toEqual([
      'a',
      'a.List',
      'a.List.size',
    ]);
    expect(
      await read('/* class of its own */\nstruct list {\n  int class;\n};\nint size(struct list *class);\n'),
    ).toEqual(['list', 'list.class', 'size']);
  });
});
