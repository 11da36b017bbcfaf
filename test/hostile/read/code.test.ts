import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/model/limits.ts';
import { hideBodies } from '../../../src/read/code/hide-bodies.ts';
import { createCodeReader } from '../../../src/read/read-code.ts';
import { nodeParser } from '../../support/node-parser.ts';

const reader = createCodeReader(nodeParser);
const encoder = new TextEncoder();

describe('hostile code', () => {
  it.each([
    ['open brackets', 'javascript', '['.repeat(50_000)],
    ['open braces', 'c', '{'.repeat(50_000)],
    ['nested classes', 'java', 'class A{'.repeat(5_000) + '}'.repeat(5_000)],
    ['nested namespaces', 'typescript', 'namespace A{'.repeat(5_000) + '}'.repeat(5_000)],
    ['nested decorators and templates', 'cpp', `${'template<class T> '.repeat(5_000)}int f(){}`],
    ['unclosed quotes', 'bash', '"$('.repeat(10_000)],
    ['NUL', 'javascript', `function a(){}\n${'\0'.repeat(10_000)}\nfunction b(){}`],
    ['nothing', 'python', ''],
  ])('%s neither throw nor hang, and the reader continues [E3]', async (_, language, text) => {
    await reader.read(encoder.encode(text), language);
    const after = await reader.read(encoder.encode('function ok() {}'), 'javascript');
    expect(after?.cuts).toMatchObject([{ name: 'ok', line: 1 }]);
  });

  it.each([
    ['bodies that never end', 'f() {'],
    ['a head that never ends', 'f(int a) /* a comment */ x '],
    ['macros after macros', 'void f(int a) MACRO_A(b) '],
    ['branches in branches', 'int f() {\n#if A\n'],
    ['ends of what never began', '}\n#else\n#endif\n'],
    ['open parentheses', '('],
    ['open templates', 'template <'],
    ['quotes', '"\\\n'],
    ['apostrophes after digits', "1'"],
    ['comments in comments', '/*'],
    ['raw strings', 'R"x('],
    ['macros without an end', '#define A(\n'],
  ])('%s are scanned in linear work, and rows stay [E4]', (_, piece) => {
    const text = piece.repeat(400_000 / piece.length);
    expect(countRows(hideBodies(text))).toBe(countRows(text));
  });

  it('a file over the limit has no outline', async () => {
    expect(await reader.read(new Uint8Array(LIMITS.maxOutlineBytes + 1).fill(32), 'go')).toBeUndefined();
  });

  it('declarations that share a line stay in order', async () => {
    const outline = await reader.read(
      encoder.encode('class A { b() {} } /* c */ function d() {} '.repeat(500)),
      'javascript',
    );
    expect(outline?.cuts).toHaveLength(1_500);
    expect(new Set(outline?.cuts?.map((cut) => cut.line))).toEqual(new Set([1]));
  });

  it('declarations before and after a syntax error are found', async () => {
    const text = 'function a() {}\n\nlet x = = 3 );\n\nfunction d() {}\n';
    const names = (await reader.read(encoder.encode(text), 'typescript'))?.cuts?.map((cut) => cut.name);
    expect(names).toEqual(['a', 'x', 'd']);
  });
});

function countRows(text: string): number {
  return text.split('\n').length;
}
