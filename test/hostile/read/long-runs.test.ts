import { describe, expect, it } from 'vitest';
import type { Parser } from 'web-tree-sitter';
import { toUtf8 } from '../../../src/lib/bytes.ts';
import type { Cut } from '../../../src/model/cut.ts';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.ts';
import type { ParserLibrary, ParserSource } from '../../../src/read/contract.ts';
import { createCodeReader } from '../../../src/read/read-code.ts';
import { readFile } from '../../../src/read/read-file.ts';
import { nodeParser } from '../../support/node-parser.ts';
import { sampleOf, sampleSize } from '../../support/sample-size.ts';

const reader = createCodeReader(nodeParser);

interface Language {
  readonly before?: string;
  readonly comment: (i: number) => string;
  readonly declare: (name: string) => string;
  /** A comment or string of several lines. */
  readonly block?: readonly [open: string, close: string];
  /** A list of values, and one of them. */
  readonly values?: readonly [open: string, value: (i: number) => string, close: string];
}

const slashes = (i: number): string => `// it's line ${i}, as a generator writes it\n`;
const hashes = (i: number): string => `# it's line ${i}, as a generator writes it\n`;
const stars = ['/**\n', ' */\n'] as const;

const SCRIPT: Language = {
  comment: slashes,
  declare: (name) => `function ${name}(a) {\n  return a;\n}\n`,
  block: stars,
  values: ['const TABLE = {\n', (i) => `  "key_${i}": [${i}, "v", null],\n`, '};\n'],
};

const C: Language = {
  comment: slashes,
  declare: (name) => `int ${name}(int a) {\n  return a;\n}\n`,
  block: stars,
  values: ['const char *TABLE[][2] = {\n', (i) => `  {"key_${i}", "v"},\n`, '};\n'],
};

const LANGUAGES: Readonly<Record<string, Language>> = {
  python: {
    comment: hashes,
    declare: (name) => `def ${name}(a):\n    return a\n`,
    block: ['"""\n', '"""\n'],
    values: ['TABLE = {\n', (i) => `    "key_${i}": [${i}, "v", None],\n`, '}\n'],
  },
  javascript: SCRIPT,
  typescript: SCRIPT,
  tsx: SCRIPT,
  go: {
    before: 'package a\n',
    comment: slashes,
    declare: (name) => `func ${name}(a int) int {\n\treturn a\n}\n`,
    block: stars,
    values: ['var table = map[string][]string{\n', (i) => `\t"key_${i}": {"a${i}", "v"},\n`, '}\n'],
  },
  java: {
    comment: slashes,
    declare: (name) => `class ${name} { int get(int a) { return a; } }\n`,
    block: stars,
    values: ['class Table { String[][] rows = {\n', (i) => `  {"key_${i}", "v", null},\n`, '}; }\n'],
  },
  c: C,
  cpp: C,
  ruby: {
    comment: hashes,
    declare: (name) => `def ${name}(a)\n  a\nend\n`,
    block: ['=begin\n', '=end\n'],
    values: ['TABLE = {\n', (i) => `  "key_${i}" => [${i}, "v", nil],\n`, '}\n'],
  },
  rust: { comment: slashes, declare: (name) => `fn ${name}(a: i32) -> i32 {\n  a\n}\n` },
  php: { before: '<?php\n', comment: slashes, declare: (name) => `function ${name}($a) {\n  return $a;\n}\n` },
  'c-sharp': { comment: slashes, declare: (name) => `class ${name} { int Get(int a) { return a; } }\n` },
  bash: { comment: hashes, declare: (name) => `${name}() {\n  echo $1\n}\n` },
  css: { comment: (i) => `/* line ${i} */\n`, declare: (name) => `${name} {\n  color: red;\n}\n` },
};

/** Texts that start one thing after another, and some that belong to other languages. */
const HOSTILE_PIECES = ['(', '{', '"', '/* ', '|---|\n', ':not(', '<!--'];

const NAMES = Object.keys(LANGUAGES);
/** Languages that are generated most often. */
const GENERATED = NAMES.filter((name) => LANGUAGES[name]?.values);

describe('long runs in real and generated files', () => {
  it.each(sampleOf(NAMES))('a thousand comments between declarations keep the outline of %s', async (name) => {
    const { comment, declare } = languageOf(name);
    const run = repeat(1_000, comment);
    const own = await read(name, declare('a') + run + declare('b'));
    const short = await read(name, declare('a') + repeat(3, comment) + declare('b'));
    expect(own.map(toName)).toEqual(short.map(toName));
    const [last, shortLast] = [own.find(isB), short.find(isB)];
    expect(last?.line).toBe(shortLast?.line);
    expect(last?.symbolLine).toBe((shortLast?.symbolLine ?? 0) + 997);
    expect(last?.endLine).toBe((shortLast?.endLine ?? 0) + 997);
  });

  it.each(sampleOf(NAMES))(
    'ten thousand comments with blank lines between them, and as many blank lines, in %s',
    async (name) => {
      const { comment, declare } = languageOf(name);
      const run = repeat(10_000, (i) => `${comment(i)}\n`);
      expect(await read(name, declare('a') + run + declare('b'))).toSatisfy(hasBoth);
      expect(await read(name, declare('a') + '\n'.repeat(10_000) + declare('b') + run.trimEnd())).toSatisfy(hasBoth);
    },
  );

  it.each(sampleOf(GENERATED))(
    'a comment or string of five thousand lines and a list of five thousand values in %s',
    async (name) => {
      const { declare, block = ['', ''], values = ['', () => '', ''] } = languageOf(name);
      const text = block[0] + repeat(5_000, (i) => `What stands on line ${i}.\n`) + block[1];
      expect(await read(name, declare('a') + text + declare('b'))).toSatisfy(hasBoth);
      expect(
        await read(name, declare('a') + values[0] + repeat(5_000, values[1]) + values[2] + declare('b')),
      ).toSatisfy(hasBoth);
    },
  );

  it.each(sampleOf(NAMES))(
    'twice the text takes at most 2.2 times the fuel in %s, or ends with a warning',
    async (name) => {
      const { source, spent } = createFuelCounter();
      const codeReader = createCodeReader(source);
      const detected = { kind: 'code', language: name, reader: 'code' } as const;
      const { before = '', comment, declare } = languageOf(name);
      for (const piece of [comment(0), declare('a'), ...HOSTILE_PIECES]) {
        const costs: number[] = [];
        for (const bytes of [4_000, 8_000]) {
          const text = toUtf8(before + piece.repeat(bytes / piece.length));
          const start = spent();
          const { cuts, warnings } = await readFile({ path: 'a', detected, text, sizes: DEFAULT_SETTINGS, codeReader });
          costs.push(cuts === undefined ? 0 : spent() - start);
          if (cuts === undefined) expect(warnings, piece).toMatchObject([{ code: 'no-outline' }]);
        }
        expect(costs[1], piece).toBeLessThanOrEqual(2.2 * (costs[0] || Number.POSITIVE_INFINITY));
      }
    },
  );

  it.each(sampleOf(GENERATED))('thousands of short declarations in %s', { timeout: 60_000 }, async (name) => {
    const { declare } = languageOf(name);
    const count = sampleSize({ sample: 4_000, whole: 20_000 });
    const cuts = await read(
      name,
      repeat(count, (i) => declare(`made_${i}`)),
    );
    expect(cuts.filter((cut) => /^made_\d+$/.test(cut.name))).toHaveLength(count);
  });
});

function languageOf(name: string): Language {
  return LANGUAGES[name] as Language;
}

function repeat(count: number, toPiece: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => toPiece(i)).join('');
}

async function read(name: string, text: string): Promise<readonly Cut[]> {
  const outline = await reader.read(toUtf8((languageOf(name).before ?? '') + text), name);
  return outline?.cuts ?? [];
}

const toName = (cut: Cut): string => cut.name;
const isB = (cut: Cut): boolean => cut.name === 'b';
const hasBoth = (cuts: readonly Cut[]): boolean => cuts.some((cut) => cut.name === 'a') && cuts.some(isB);

/** The parser of Node, and the fuel that its parses have spent so far: all they had, if that was not enough. */
function createFuelCounter(): { readonly source: ParserSource; readonly spent: () => number } {
  let spent = 0;
  const library = async (): Promise<ParserLibrary> => {
    const { Parser: Base, Language } = await nodeParser.library();
    let fuel: WebAssembly.Global<'i32'>;
    class CountingParser extends Base {
      static override init(options: { instantiateWasm: Instantiate }): Promise<void> {
        const instantiateWasm: Instantiate = (imports, done) =>
          options.instantiateWasm(imports, (instance, module) => {
            fuel = instance.exports.fuel as WebAssembly.Global<'i32'>;
            done(instance, module);
          });
        return Base.init({ ...options, instantiateWasm });
      }

      override parse(...input: Parameters<Parser['parse']>): ReturnType<Parser['parse']> {
        const before = fuel.value;
        try {
          return super.parse(...input);
        } finally {
          spent += before - Math.max(0, fuel.value);
        }
      }
    }
    return { Parser: CountingParser, Language } as ParserLibrary;
  };
  return { source: { ...nodeParser, library }, spent: () => spent };
}

type Instantiate = (
  imports: WebAssembly.Imports,
  done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
) => object;
