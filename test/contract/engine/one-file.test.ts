import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import type { IndexView } from '../../../src/export/contract.ts';
import { planParts } from '../../../src/export/one-file/plan-parts.ts';
import { loadO200k } from '../../../src/export/pack/count-tokens.ts';
import { NO_SELECTION } from '../../../src/model/outputs/selection.ts';
import type { TextExportOptions } from '../../../src/model/outputs/text-export.ts';
import { type MadeFiles, makeFilled } from '../../support/make-engine.ts';

const paragraph = (i: number) =>
  `Paragraph ${i}: the heron waits, ${'wading and waiting '.repeat(i % 7)}and leaves.\n\n`;
const FILES: MadeFiles = {
  'README.md': '# Acme\n\nThe heron wades.\n',
  'docs/empty.md': '',
  'docs/fence.md': '# Fence\n\n````\n```\ninside\n```\n````\n',
  'docs/long.md': Array.from({ length: 60 }, (_, i) => `## Part ${i}\n\n${paragraph(i).repeat(4)}`).join(''),
  'src/a b.py': 'def wade(depth):\n    return "]]>" if depth else None\n',
  'src/deep/tab\tname.txt': '/starts with a slash\n',
};

let jobs = 0;
const toOptions = (collectionId: string, more: Partial<TextExportOptions> = {}): TextExportOptions => ({
  ...{ collectionId, jobId: `text-${jobs++}`, what: 'one-file', format: 'markdown', counter: 'o200k', mask: true },
  ...more,
});

async function exportTexts(engine: Engine, options: TextExportOptions) {
  const answer = await engine.exportText(options);
  const bytes = new Uint8Array(await (answer.blob as Blob).arrayBuffer());
  const entries = answer.fileName.endsWith('.zip') ? unzipSync(bytes) : { [answer.fileName]: bytes };
  const texts = Object.entries(entries).map(([name, own]) => ({
    name,
    text: new TextDecoder().decode(own),
    bytes: own.length,
  }));
  return { answer, texts };
}

describe('[P7] one file', () => {
  it('has a tree and every file, and takes as many tokens as measured before', async () => {
    const { engine, id } = await makeFilled(FILES);
    const count = await loadO200k();
    for (const format of ['markdown', 'xml'] as const) {
      const size = await engine.measureText(toOptions(id, { format }));
      const { answer, texts } = await exportTexts(engine, toOptions(id, { format }));
      const { text, name, bytes } = texts[0] as (typeof texts)[number];
      expect(name).toBe(format === 'xml' ? 'made.xml' : 'made.md');
      expect(answer).toMatchObject(size);
      expect(size).toMatchObject({ tokens: count(text), bytes, exact: true, files: 6, parts: [{ bytes }] });
      expect(text).toContain('docs/\n  empty.md (empty)\n  fence.md (7 lines)\n  long.md');
      expect(text).toContain('src/\n  a b.py (2 lines)\n  deep/\n    tab\\tname.txt (1 line)\n');
    }
    const { texts } = await exportTexts(engine, toOptions(id));
    const start = texts[0]?.text.indexOf('## docs/fence.md:1-7') ?? 0;
    expect(texts[0]?.text.slice(start, start + 90)).toBe(
      '## docs/fence.md:1-7\n\n`````\n# Fence\n\n````\n```\ninside\n```\n````\n`````\n\n## docs/long.md:1-599\n\n`'.slice(
        0,
        90,
      ),
    );
    const xml = (await exportTexts(engine, toOptions(id, { format: 'xml' }))).texts[0]?.text ?? '';
    expect(xml).toContain('<file source="src/a b.py:1-2"><![CDATA[\ndef wade(depth):\n    return "]]]]><![CDATA[>" if');
    expect(xml.endsWith(']]></file>\n</collection>\n')).toBe(true);
  });

  it('is split between files into numbered parts, none over the budget, and nothing is lost', async () => {
    const { engine, id } = await makeFilled(FILES);
    const count = await loadO200k();
    const whole = (await exportTexts(engine, toOptions(id))).texts[0]?.text ?? '';
    const linesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('Paragraph'));
    for (const budgetTokens of [1_500, 2_500, 6_000]) {
      const size = await engine.measureText(toOptions(id, { budgetTokens }));
      const { answer, texts } = await exportTexts(engine, toOptions(id, { budgetTokens }));
      expect(answer.fileName).toBe('made.parts.zip');
      expect(texts.length).toBe(size.parts.length);
      for (const [i, { name, text, bytes }] of texts.entries()) {
        expect(size.parts[i]).toEqual({ tokens: count(text), bytes });
        expect(count(text)).toBeLessThanOrEqual(budgetTokens);
        expect(text).toContain(`Part: ${i + 1} of ${texts.length}\n`);
        expect(Number(/-(\d+)-of-/.exec(name)?.[1])).toBe(i + 1);
      }
      expect(texts.flatMap(({ text }) => linesOf(text))).toEqual(linesOf(whole));
      // Files that fit are whole; a file larger than a part is in several.
      expect(texts.filter(({ text }) => text.includes('\n## src/a b.py:1-2\n'))).toHaveLength(1);
      expect(texts.filter(({ text }) => text.includes('\n## docs/long.md:')).length).toBeGreaterThan(1);
    }
  });

  it('contains the selection, masked, and so do signatures, whose size is known in advance too', async () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const { engine, id } = await makeFilled({ ...FILES, 'src/key.py': `TOKEN = "${secret}"\n` });
    const selection = { ...NO_SELECTION, name: 'code', paths: ['src/'], exclude: ['*.txt'] };
    const { texts } = await exportTexts(engine, toOptions(id, { selection }));
    expect(texts[0]?.name).toBe('made code.md');
    expect(texts[0]?.text).not.toContain('heron');
    expect(texts[0]?.text).toContain('[[secret:');
    expect(texts[0]?.text).not.toContain(secret);
    const signatures = await exportTexts(engine, toOptions(id, { what: 'signatures', selection }));
    const text = signatures.texts[0]?.text ?? '';
    expect(signatures.texts[0]?.name).toBe('made code.signatures.md');
    expect(text).toContain('`wade`(depth)');
    expect(text).not.toContain('# Acme');
    expect(signatures.answer.tokens).toBe((await loadO200k())(text));
    const size = await engine.measureText(toOptions(id, { what: 'signatures', selection }));
    expect(signatures.answer).toMatchObject(size);
  });

  it('with an invalid budget, or one that makes thousands of parts, is refused', async () => {
    const { engine, id } = await makeFilled(FILES);
    for (const budgetTokens of [0, -1, 1.5, Number.NaN, 10 ** 12])
      await expect(engine.measureText(toOptions(id, { budgetTokens }))).rejects.toMatchObject({
        code: 'engine/bad-budget',
      });
    const files = Array.from({ length: 1_100 }, (_, i) => ({ path: `f${i}.md`, chunkCount: 0, lineCount: 0 }));
    const view = { name: 'many', index_id: '0', files } as unknown as IndexView;
    const plan = planParts(view, { format: 'markdown', budgetTokens: 1, countTokens: (text) => text.length });
    await expect(plan).rejects.toMatchObject({ code: 'engine/bad-budget' });
  });
});
