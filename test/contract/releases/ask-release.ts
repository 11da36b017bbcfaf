import type { Engine } from '../../../src/engine/contract.ts';
import { publishToMap } from '../../support/static-host.ts';
import { QUERIES } from './release-content.ts';

/** Answers of a collection, without times and the ids of collections. */
export interface ReleaseAnswers {
  readonly index_id: string;
  readonly hits: Readonly<Record<string, readonly string[]>>;
  readonly files: readonly string[];
}

export async function askRelease(engine: Engine, collectionId: string): Promise<ReleaseAnswers> {
  const hits: Record<string, string[]> = {};
  for (const query of QUERIES) {
    const answer = await engine.search(collectionId, query);
    hits[query] = answer.hits.map(
      ({ id, ref, path, lines, score, snippet }) => `${ref} ${id} ${path}:${lines.join('-')} ${score} ${snippet}`,
    );
  }
  const files = await engine.listFiles(collectionId);
  const collection = (await engine.listCollections()).find(({ id }) => id === collectionId);
  return { index_id: collection?.index_id ?? '', hits, files: files.map(({ path, kind }) => `${path} ${kind}`) };
}

/** Writes all outputs of a collection, by file name. */
export async function writeOutputs(engine: Engine, collectionId: string): Promise<Map<string, Uint8Array>> {
  const outputs = new Map<string, Uint8Array>();
  const snapshots = await engine.listSnapshots(collectionId);
  const oldest = snapshots.reduce((a, b) => (a.generation < b.generation ? a : b)).id;
  for (const form of ['full', 'compact', 'delta'] as const) {
    const { blob } = await engine.exportZip({
      ...{ collectionId, jobId: form, form, mask: true },
      ...(form === 'delta' ? { since: oldest } : {}),
    });
    outputs.set(`${form}.zip`, await toBytes(blob));
  }
  const raw = await engine.exportZip({ collectionId, jobId: 'raw', form: 'full', mask: false });
  outputs.set('unmasked.zip', await toBytes(raw.blob));
  const pack = await engine.makePack({
    ...{ collectionId, query: 'where is the lighthouse', budgetTokens: 600 },
    ...{ format: 'markdown', counter: 'other', mask: true },
  });
  outputs.set('pack.md', new TextEncoder().encode(pack.text));
  for (const [path, bytes] of await publishToMap(engine, collectionId)) outputs.set(`published/${path}`, bytes);
  return outputs;
}

async function toBytes(blob: Blob | undefined): Promise<Uint8Array> {
  if (blob === undefined) throw new Error('nothing was written');
  return new Uint8Array(await blob.arrayBuffer());
}
