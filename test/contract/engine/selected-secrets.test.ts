import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { NO_SELECTION, type SelectionScope } from '../../../src/model/outputs/selection.ts';
import { type MadeFiles, makeFilled } from '../../support/make-engine.ts';
import { readExport } from '../../support/read-exports.ts';
import { createPicker } from '../../unit/export/secrets/make-tokens.ts';

const pick = createPicker(7);
const token = (): string => `gh${'p_'}${pick('abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789', 36)}`;
const [first, second, third] = [token(), token(), token()] as [string, string, string];
const paragraph = 'Nothing is said here that anybody would want to hide. '.repeat(60);
const FILES: MadeFiles = {
  'a/keys.md': `# Keys\n\nkey = ${first}\n`,
  'docs/guide.md': `# Guide\n\n${paragraph}\n\n## One\n\nkey = ${second}\n\n${paragraph}\n\n## Two\n\nkey = ${third}\n\n${paragraph}\n`,
  'docs/plain.md': '# Plain\n\nHerons wade.\n',
};

const scan = async (engine: Engine, id: string, selection?: SelectionScope) =>
  (await engine.scanSecrets(id, `scan-${jobs++}`, { selection })).map(({ path, line, n }) => `${path}:${line} ${n}`);
let jobs = 0;

async function readPublished(engine: Engine, collectionId: string, selection: SelectionScope, mask: boolean) {
  const { blob, fileName } = await engine.publish({
    collectionId,
    jobId: `publish-${jobs++}`,
    mask,
    selection: { ...selection, name: 'docs' },
  });
  const entries = unzipSync(new Uint8Array(await (blob as Blob).arrayBuffer()));
  return { fileName, names: Object.keys(entries), text: Object.values(entries).map(toText).join('\n') };
}

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

describe('[P6] a selection', () => {
  it('has its own list of secrets before an export, numbered like the export', async () => {
    const { engine, id } = await makeFilled(FILES);
    expect(await scan(engine, id)).toEqual(['a/keys.md:3 1', 'docs/guide.md:7 2', 'docs/guide.md:13 3']);
    const docs = { ...NO_SELECTION, paths: ['docs/'] };
    expect(await scan(engine, id, docs)).toEqual(['docs/guide.md:7 1', 'docs/guide.md:13 2']);
    const { 'index.json': index = '' } = (await readExport(engine, id, { mask: true, selection: docs })).texts;
    expect(index.match(/secret:github-token:\d/g)).toContain('secret:github-token:1');
    expect(index).not.toContain('secret:github-token:3');
    expect(await scan(engine, id, { ...NO_SELECTION, paths: ['docs/plain.md'] })).toEqual([]);
  });

  it('of picked chunks has the secrets of those chunks', async () => {
    const { engine, id } = await makeFilled(FILES);
    const { chunk } = (await engine.findChunkAt(id, 'docs/guide.md', 13)) ?? {};
    const picks = [{ id: chunk?.id as string, path: 'docs/guide.md', label: 'Two', tokens: 1 }];
    expect(await scan(engine, id, { ...NO_SELECTION, picks })).toEqual(['docs/guide.md:13 2']);
  });

  it.each([true, false])('is all that a published folder contains (masked: %s)', async (mask) => {
    const { engine, id } = await makeFilled(FILES);
    const { names, text, fileName } = await readPublished(engine, id, { ...NO_SELECTION, paths: ['docs/'] }, mask);
    expect(fileName).toContain('docs');
    expect(text).toContain('Herons wade');
    expect(names.some((name) => name.includes('keys'))).toBe(false);
    expect(text).not.toContain('keys.md');
    expect(text).not.toContain(first);
    expect(text.includes(second)).toBe(!mask);
  });
});
