import { readFile } from 'node:fs/promises';
import { makeOne } from '../../src/engine/ingest/file-outcome.ts';
import { createLocalLeafMaker } from '../../src/engine/ingest/local-leaf-maker.ts';
import { toSectionEnds } from '../../src/export/text/section-ends.ts';
import type { Kernel, Leaf, LeafView } from '../../src/kernel/contract.ts';
import { DEFAULT_SETTINGS } from '../../src/model/settings.ts';
import { createCodeReader } from '../../src/read/read-code.ts';
import { loadNodeKernel } from '../support/node-kernel.ts';
import { nodeParser } from '../support/node-parser.ts';
import { nodePdf } from '../support/node-pdf.ts';
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

/** `text <file>`: prints the text that is cut into chunks; warnings as JSON lines on standard error. */
export async function runText(args: readonly string[]): Promise<undefined> {
  const { result, kernel } = await makeLeafOf(getOnly(parseArguments(args, [], []), 'file'));
  for (const warning of kernel.readLeaf(result.leaf).warnings) process.stderr.write(`${JSON.stringify(warning)}\n`);
  process.stdout.write(result.contents);
}

async function readLeafOf(path: string): Promise<LeafView> {
  const { result, kernel } = await makeLeafOf(path);
  return kernel.readLeaf(result.leaf);
}

async function makeLeafOf(path: string): Promise<{ result: Leaf; kernel: Kernel }> {
  const kernel = await loadNodeKernel();
  const maker = createLocalLeafMaker({ kernel, codeReader: createCodeReader(nodeParser), pdfReader: nodePdf });
  const bytes = new Uint8Array(await readFile(path));
  return { result: await makeOne(maker, { path, bytes, settings: DEFAULT_SETTINGS }), kernel };
}

function print(rows: readonly unknown[]): void {
  process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}
