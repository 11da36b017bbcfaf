import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cut } from '../../../src/model/cut.ts';
import { collectCuts } from '../../../src/read/code/collect-cuts.ts';
import { hideGoBodies } from '../../../src/read/code/hide-go-bodies.ts';
import { GO_RULES } from '../../../src/read/code/rules-go-rust.ts';
import { parseInTurn } from '../../../src/read/code/shared-runtime.ts';
import { nodeParser } from '../../support/node-parser.ts';

describe('Go without the bodies of its functions', () => {
  it('has the same outline [E1][E3]', { timeout: 60_000 }, async () => {
    let hidden = 0;
    const check = async (declarations: readonly string[], lineEnd: string) => {
      const code = ['package a', ...declarations, ''].join('\n').replaceAll('\n', lineEnd);
      const shown = hideGoBodies(code);
      if (shown !== code) hidden++;
      expect(shown).not.toContain('inside');
      expect(shown.split('\n')).toHaveLength(code.split('\n').length);
      expect(await outline(shown)).toEqual(await outline(code));
    };
    await fc.assert(fc.asyncProperty(PROGRAM, fc.constantFrom('\n', '\r\n'), check), { numRuns: 200 });
    expect(hidden).toBeGreaterThan(50);
  });

  it('has the rows it had, whatever it holds [E3]', () => {
    let hidden = 0;
    const check = (pieces: readonly string[]) => {
      const text = pieces.join('');
      const shown = hideGoBodies(text);
      if (shown !== text) hidden++;
      expect(shown.split('\n')).toHaveLength(text.split('\n').length);
      expect(hideGoBodies(shown)).toBe(shown);
    };
    fc.assert(fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }), check), { numRuns: 2_000 });
    expect(hidden).toBeGreaterThan(20);
  });
});

async function outline(text: string): Promise<readonly Cut[]> {
  const task = { source: nodeParser, text, grammar: 'go', fuel: 100_000_000 };
  return (await parseInTurn(task, ({ rootNode }) => collectCuts(rootNode, GO_RULES))) ?? [];
}

const HEAD = fc.constantFrom(
  'func f()',
  'func f(a, b int) (c int, err error)',
  'func (s *Store[K]) Open(\n\ta int, // it\'s "(\n)',
  'func F[T interface{ ~int | ~string }](a T) T',
  'func f(a struct {\n\tb int `json:"}"`\n}) struct{ a int }',
  'func f() func() map[string]interface{}',
  'func f() <-chan struct {\n\ta int\n}',
  'func f() [2]mystruct',
);

/** Each says so, as nothing else does: what is left of them is seen. */
const PLAIN = fc.constantFrom(
  'inside()',
  'var inside = "}{\\""',
  "inside := '{' + '\\'' + '\"'",
  'inside := `\nfunc inside() {\n}\n\\`',
  '// inside: it\'s } " `',
  '/* inside } \' "\nfunc inside() {\n*/',
  'type inside struct {\n\ta int\n}',
  'const inside = 6 / 2 / 1',
  'inside:\n\tfor {\n\t\tbreak inside\n\t}',
  'switch inside := a.(type) {\n\tcase int:\n\t}',
);
const AROUND = fc.constantFrom(
  ['if inside {', '}'],
  ['go func(inside int) {', '}(1)'],
  ['inside := T{1, func() {', '}}'],
);
const { body: BODY } = fc.letrec<{ body: string }>((tie) => {
  const nested = fc.tuple(AROUND, tie('body')).map(([[start, end], body]) => `${start}\n${body}\n\t${end}`);
  return {
    body: fc
      .array(fc.oneof({ depthSize: 'small' }, PLAIN, nested), { minLength: 1, maxLength: 4 })
      .map((statements) => statements.map((statement) => `\t${statement}`).join('\n')),
  };
});

const DECLARATION = fc.oneof(
  fc.tuple(HEAD, BODY).map(([head, body]) => `${head} {\n${body}\n}`),
  HEAD,
  fc.constantFrom(
    'type T struct {\n\ta int\n}',
    'type (\n\tA int\n\t// B is.\n\tB interface{ M() }\n)',
    'var v = `\nfunc raw() {\n`',
    'var w, x = T{f: func() { a() }}, 2',
    'const (\n\tone = iota\n\ttwo\n)',
    '// A comment.',
    '/*\nfunc comment() {\n*/',
    '',
    'func one() { inside() } // behind',
  ),
);
const PROGRAM = fc.array(DECLARATION, { minLength: 1, maxLength: 6 });

const PIECES = [
  ...['\nfunc f() {', '\nfunc f(a', '\nfunc ', ' struct{', ' interface {', '\ntype T', 'word()', '\n}', '}', '{', '😀'],
  ...['(', ')', '[', ']', ';', '\n', '\r\n', '"', "'", '`', '\\', '/', '//', '/*', '*/', ' '],
  // Else hardly a text would be whole.
  ...['\nfunc f() { words() }', '\nfunc (t T) f(a int) {\n\twords()\n}', '"words"', "'{'", '`\n}`', '// }\n', '/*\n*/'],
];
