import type { IndexView } from '../contract.ts';
import { toFlatRows } from './write-chunks-jsonl.ts';

/** Writes lines for `POST /<index>/_bulk` of Elasticsearch and OpenSearch; the request names the index, ids are chunk ids. */
export async function* writeBulk(view: IndexView, only?: ReadonlySet<string>): AsyncGenerator<string> {
  for await (const row of toFlatRows(view, only)) {
    yield `{"index":{"_id":${JSON.stringify(row.id)}}}\n${JSON.stringify(row)}\n`;
  }
}
