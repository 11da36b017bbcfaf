import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { IndexView } from '../../../src/export/contract.ts';
import { exportDelta, toSnapshot } from '../../../src/export/delta/export-delta.ts';
import { TEXT_ARTIFACTS, writeArtifact } from '../../../src/export/export-artifact.ts';
import { exportZip } from '../../../src/export/export-zip.ts';
import { createEstimator } from '../../../src/export/pack/count-tokens.ts';
import { makePack } from '../../../src/export/pack/make-pack.ts';
import { makeHandbook, makeOddities } from '../../support/export-collections.ts';
import { allChunks } from '../../support/make-corpus.ts';
import { makeSink, readText, readZip } from '../../support/zip-fixtures.ts';

/** Reviewed by reading. A difference is a format change: either a mistake, or a new `FORMAT_VERSION`. */
for (const [name, make] of [
  ['handbook', makeHandbook],
  ['oddities', makeOddities],
] as const) {
  describe(`golden ${name}`, () => {
    for (const artifact of TEXT_ARTIFACTS) {
      if (isSame(artifact)) continue;
      it(`${artifact} is as reviewed`, async () => {
        await expect((await bytesOf(make(), artifact)).toString()).toMatchFileSnapshot(`${name}/${artifact}.txt`);
      });
    }

    it('chunk files of both forms are as reviewed', async () => {
      for (const form of ['full', 'compact'] as const) {
        const zip = await zipOf(make(), form);
        const files = readZip(zip).entries.filter((entry) => entry.name.startsWith('chunks/'));
        const text = files.map((file) => `===== ${file.name}\n${Buffer.from(file.data).toString()}\n`).join('');
        await expect(text).toMatchFileSnapshot(`${name}/chunks-${form}.txt`);
      }
    });

    it('zips and files for servers have the same bytes on every machine, in every time zone and engine [E2]', async () => {
      let text = '';
      for (const form of ['full', 'compact'] as const) {
        const zip = await zipOf(make(), form);
        text += `${form} ${toDigest(zip)}\n`;
      }
      for (const artifact of TEXT_ARTIFACTS.filter(isSame))
        text += `${artifact} ${toDigest(await bytesOf(make(), artifact))}\n`;
      await expect(text).toMatchFileSnapshot(`${name}/zips.txt`);
    });
  });
}

describe('golden pack and delta', () => {
  it('a pack in both envelopes is as reviewed', async () => {
    for (const format of ['markdown', 'xml'] as const) {
      const candidates = await allChunks(makeHandbook());
      const pack = await makePack({
        candidates,
        budgetTokens: 600,
        format,
        countTokens: createEstimator('other'),
        title: 'open the saw',
      });
      await expect(pack.text).toMatchFileSnapshot(`pack/${format}.txt`);
    }
  });

  it('CHANGES.md and changes.tsv are as reviewed', async () => {
    const sink = makeSink();
    await exportDelta({ view: makeOddities(), from: await toSnapshot(makeHandbook()), sink });
    const text = `${readText(sink.bytes(), 'CHANGES.md')}=====\n${readText(sink.bytes(), 'changes.tsv')}`;
    await expect(text).toMatchFileSnapshot('delta/changes.txt');
  });
});

/** Files for servers are the same for every collection: `src/export/artifacts` is the place to review them. */
function isSame(artifact: string): boolean {
  return artifact === 'mapping.json' || artifact === 'schema.sql';
}

async function bytesOf(view: IndexView, artifact: (typeof TEXT_ARTIFACTS)[number]): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of writeArtifact(view, artifact)) parts.push(part);
  return Buffer.concat(parts);
}

function toDigest(bytes: Uint8Array): string {
  return `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`;
}

async function zipOf(view: IndexView, form: 'full' | 'compact'): Promise<Uint8Array> {
  const sink = makeSink();
  await exportZip({ view, form, sink });
  return sink.bytes();
}
