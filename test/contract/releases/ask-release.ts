import type { Engine } from '../../../src/engine/contract.ts';
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
