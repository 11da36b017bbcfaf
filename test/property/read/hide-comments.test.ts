import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cut } from '../../../src/model/cut.ts';
import { collectCuts } from '../../../src/read/code/collect-cuts.ts';
import { hideComments } from '../../../src/read/code/hide-comments.ts';
import { parseInTurn } from '../../../src/read/code/parser-runtime.ts';
import { PYTHON_RULES } from '../../../src/read/code/rules-others.ts';
import { nodeParser } from '../../support/node-parser.ts';

describe('Python comments that are hidden from the parser', () => {
  it('do not change the outline, wherever they are [E1][E3]', { timeout: 60_000 }, async () => {
    let hidden = 0;
    const check = async (statements: readonly Statement[]) => {
      const code = `${toLines(statements, 0).join('\n')}\n`;
      const shown = hideComments(code);
      if (shown.text !== code) hidden++;
      expect(shown.text.split('\n')).toHaveLength(code.split('\n').length);
      expect(await outline(shown.text, shown.joins)).toEqual(await outline(code));
    };
    await fc.assert(fc.asyncProperty(PROGRAM, check), { numRuns: 200 });
    expect(hidden).toBeGreaterThan(50);
  });

  it.each([
    ['a string of several lines', 'A = """\n# a\n# b\n# c\n"""\ndef f():\n    pass\n'],
    ['a comment that ends a string', 'A = """\n# a\n# b\n# c """\ndef f():\n    pass\n'],
    ['a string that continues after backslashes', 'A = "x\\\n# a\\\n# b\\\n# c"\ndef f():\n    pass\n'],
    ['comments with backslashes', 'def f():\n    pass\n# a \\\n# b \\\n# c \\\ndef g():\n    pass\n'],
    ['a list', 'A = [\n# a\n# b\n# c\n]\ndef f():\n    pass\n'],
  ])('%s', async (_, code) => {
    const shown = hideComments(code);
    expect(await outline(shown.text, shown.joins)).toEqual(await outline(code));
    expect((await outline(code)).length).toBe(2);
  });
});

async function outline(text: string, joins?: ReadonlyMap<number, number>): Promise<readonly Cut[]> {
  const task = { source: nodeParser, text, grammar: 'python', fuel: 100_000_000 };
  return (await parseInTurn(task, ({ rootNode }) => collectCuts(rootNode, PYTHON_RULES, joins))) ?? [];
}

/** Lines between statements, each with its own indentation, then a statement with others inside. */
interface Statement {
  readonly between: readonly { readonly indent: number; readonly text: string }[];
  readonly head: string;
  readonly body?: readonly Statement[];
}

const BETWEEN = fc.array(
  fc.record({
    indent: fc.constantFrom(0, 0, 2, 4, 8),
    text: fc.constantFrom('# a comment', '#', "# it's", '# """', ''),
  }),
  { maxLength: 9 },
);
const PLAIN = fc.record({
  between: BETWEEN,
  head: fc.constantFrom('A = 1', 'call("""', 'A = 2  # behind', '"""text"""', 'LIST = [1, 2]'),
});
const { statement: STATEMENT } = fc.letrec<{ statement: Statement }>((tie) => ({
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    PLAIN,
    fc.record({
      between: BETWEEN,
      head: fc.constantFrom('def f():', 'class A:', 'if a:', '@wrap\ndef g(a):'),
      body: fc.array(tie('statement'), { minLength: 1, maxLength: 3 }),
    }),
  ),
}));
const PROGRAM = fc.array(STATEMENT, { minLength: 1, maxLength: 4 });

function toLines(statements: readonly Statement[], depth: number): string[] {
  return statements.flatMap(({ between, head, body }) => {
    const comments = between.map(({ indent, text }) => (text === '' ? '' : ' '.repeat(indent) + text));
    const own = head.split('\n').map((line) => ' '.repeat(depth * 4) + line);
    // Lines inside a string can look like comments too.
    const rest = head.endsWith('"""') && !head.startsWith('"') ? ['# in', '# the', '# string', '""")'] : [];
    return [...comments, ...own, ...rest, ...toLines(body ?? [], depth + 1)];
  });
}
