import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toSourceInput } from '../../../src/cli/node-engine.ts';
import { scanBlocks } from '../../../src/markdown/blocks.ts';
import { makeNodeEngine } from '../../support/node-engine.ts';
import { createRandom } from '../../support/random.ts';
import { testData } from '../../support/test-data.ts';

/** Marks of Markdown and HTML, and some text after them. */
const MARKUP =
  /(?:\*\*\w|\w\*\*|~~|\]\(|(?:^| )#{1,6} |\{#|```|\|[ :-]*-{2,}| \| |<\/?(?:p|div|a|br|img|b|em|td|tr|details)\b|!\[|\[\[|&[a-z]+;|\{\{[<%]).{0,3}/;

describe('snippets of real documents', () => {
  it.skipIf(!testData.available)(
    'of 100 chunks by chance have no mark-up, except in code',
    async () => {
      const root = mkdtempSync(join(tmpdir(), 'quire-snippets-'));
      for (const name of ['de', 'vault-en']) {
        mkdirSync(join(root, name));
        execFileSync('tar', ['xzf', testData.path('languages', `${name}.tar.gz`), '-C', join(root, name)]);
      }
      const { engine } = await makeNodeEngine();
      const { id } = await engine.createCollection({ name: 'documents' });
      await engine.ingest({ collectionId: id, jobId: 'ingest', input: await toSourceInput(root) });
      const texts = new Map(
        readdirSync(root, { recursive: true, encoding: 'utf8' })
          .filter((path) => path.endsWith('.md'))
          .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
      );
      const random = createRandom(1);
      const [seen, marked, found] = [new Set<string>(), [] as string[], [] as string[]];
      while (seen.size < 100) {
        const word = random.pick(random.pick([...texts.values()]).match(/\p{L}{4,}/gu) ?? ['']);
        const { hits } = await engine.search(id, word, { limit: 50 });
        const hit = random.pick(hits);
        if (seen.has(hit.id)) continue;
        seen.add(hit.id);
        if (hit.ranges.length > 0) marked.push(hit.id);
        const markup = MARKUP.exec(hit.snippet)?.[0].replaceAll('…', '').trim();
        const written = [...texts].find(([path]) => path.endsWith(hit.path))?.[1] ?? '';
        if (markup !== undefined && !listCode(written).includes(markup)) found.push(hit.snippet);
      }
      rmSync(root, { recursive: true });
      expect(found).toEqual([]);
      // A word may be in an address only.
      expect(marked.length).toBeGreaterThan(80);
    },
    120_000,
  );
});

function listCode(text: string): string {
  const { lines, verbatim } = scanBlocks(text);
  const spans = text.match(/`[^`\n]+`/g) ?? [];
  return [...lines.filter((_, i) => verbatim[i]), ...spans].join(' ').replace(/`/g, '').replace(/\s+/g, ' ');
}
