import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { detect } from '../../../src/read/detect.ts';
import { createCodeReader } from '../../../src/read/read-code.ts';
import { nodeParser } from '../../support/node-parser.ts';
import { findTypescriptSymbols } from './typescript-symbols.ts';

const ROOT = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
/** Packages with hand-written, bundled and generated code, in both languages. */
const PACKAGES = 'zod idb comlink parse5 vite fast-check @types react-aria-components web-tree-sitter commonmark'.split(
  ' ',
);
const SAMPLE = 120;
const MAX_CHARS = 80_000;

function findSources(): readonly string[] {
  const all = PACKAGES.flatMap((name) =>
    readdirSync(ROOT + name, { recursive: true, encoding: 'utf8' }).map((path) => `${name}/${path}`),
  );
  const sources = all.filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !/\.min\.|\/chunks\//.test(path)).sort();
  const step = Math.max(1, Math.floor(sources.length / SAMPLE));
  return sources.filter((_, index) => index % step === 0);
}

describe('outlines of JavaScript and TypeScript', () => {
  it('agree with the TypeScript compiler on real sources: recall at least 99 %, precision at least 98 %', async () => {
    const reader = createCodeReader(nodeParser);
    let both = 0;
    const missed: string[] = [];
    const extra: string[] = [];
    for (const path of findSources()) {
      const text = readFileSync(ROOT + path, 'utf8')
        .replace(/^\ufeff/, '')
        .replace(/\r\n/g, '\n');
      if (text.length > MAX_CHARS) continue;
      const outline = await reader.read(new TextEncoder().encode(text), detect(path).language);
      const ours = (outline?.cuts ?? [])
        .filter(({ what }) => what !== 'field')
        .map((cut) => `${cut.name}@${cut.symbolLine}`);
      const left = [...findTypescriptSymbols(path, text)];
      for (const symbol of ours) {
        const at = left.indexOf(symbol);
        if (at < 0) {
          extra.push(`${path} ${symbol}`);
          continue;
        }
        left.splice(at, 1);
        both++;
      }
      missed.push(...left.map((symbol) => `${path} ${symbol}`));
    }
    expect(both).toBeGreaterThan(400);
    expect({ missed: missed.slice(0, 5), recall: both / (both + missed.length) >= 0.99 }).toMatchObject({
      recall: true,
    });
    expect({ extra: extra.slice(0, 5), precision: both / (both + extra.length) >= 0.98 }).toMatchObject({
      precision: true,
    });
  });
});
