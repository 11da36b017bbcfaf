import { readFile } from 'node:fs/promises';
import { createLocalLeafMaker } from '../../src/engine/ingest/local-leaf-maker.ts';
import { toSectionEnds } from '../../src/export/text/section-ends.ts';
import type { LeafView } from '../../src/kernel/contract.ts';
import { DEFAULT_SETTINGS } from '../../src/model/settings.ts';
import { createCodeReader } from '../../src/read/read-code.ts';
import { loadNodeKernel } from '../support/node-kernel.ts';
import { nodeParser } from '../support/node-parser.ts';
import { getOnly, parseArguments } from './arguments.ts';

/** `outline <file>`: JSON lines `{level, text, start_line, end_line}`. */
export async function runOutline(args: readonly string[]): Promise<undefined> {
  const leaf = await readLeafOf(getOnly(parseArguments(args, [], []), 'file'));
  const ends = toSectionEnds(leaf.headings, leaf.lineCount);
  print(
    leaf.headings.map((heading, i) => ({
      level: heading.level,
      text: heading.text,
      start_line: heading.line,
      end_line: ends[i],
    })),
  );
}

/** `symbols <file>`: JSON lines `{name, what, start_line, end_line}`. */
export async function runSymbols(args: readonly string[]): Promise<undefined> {
  const leaf = await readLeafOf(getOnly(parseArguments(args, [], []), 'file'));
  print(
    leaf.symbols.map((symbol) => ({
      name: symbol.name,
      what: symbol.what,
      start_line: symbol.startLine,
      end_line: symbol.endLine,
    })),
  );
}

async function readLeafOf(path: string): Promise<LeafView> {
  const kernel = await loadNodeKernel();
  const maker = createLocalLeafMaker({ kernel, codeReader: createCodeReader(nodeParser) });
  const bytes = new Uint8Array(await readFile(path));
  const { leaf } = await maker.make({ path, bytes, settings: DEFAULT_SETTINGS });
  return kernel.readLeaf(leaf);
}

function print(rows: readonly unknown[]): void {
  process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}
