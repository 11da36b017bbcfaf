import type { Kernel } from '../../kernel/contract.ts';
import { toShardInputs } from '../../kernel/index/shard-inputs.ts';
import { fromUtf8, toHex, toUtf8 } from '../../lib/bytes.ts';
import type { SpanReader } from '../../lib/span.ts';
import { DEFAULT_SETTINGS } from '../../model/settings.ts';
import { toFacetColumns } from '../../search/facets.ts';
import { runSearch } from '../search/run-search.ts';
import type { TextPlace } from '../search/search-target.ts';

const PAGE = toUtf8('# One page\n\nThe first words of it.\n');
const PATH = 'one/page.md';

/**
 * Asks a page of two lines what a person may ask next. Browsers compile a function when it is first called: this way that happens while the
 * store is being opened, and not between a person and the first hits.
 */
export async function warmUp(kernel: Kernel): Promise<void> {
  const { leaf, contents } = kernel.makeLeaf({ path: PATH, kind: 'markdown', settings: DEFAULT_SETTINGS, bytes: PAGE });
  const { segment, table } = kernel.mergeShard(toShardInputs([{ path: PATH, leaf }]), DEFAULT_SETTINGS);
  const toReader = (bytes: Uint8Array): SpanReader => ({
    length: bytes.length,
    async readSpans(spans, put) {
      for (const [startByte, endByte] of spans) put(bytes.subarray(startByte, endByte), startByte);
    },
  });
  const shard = await kernel.openShardFiles({ segment: toReader(segment), table: toReader(table) });
  const file = { path: PATH, source: '', kind: 'markdown' } as const;
  const target = {
    fileCount: 1,
    fileAt: () => file,
    facets: toFacetColumns(1, () => file),
    ordinals: Uint32Array.of(0, shard.chunkCount),
    totalChunks: shard.chunkCount,
    shards: [{ shard, fileOrder: new Uint32Array(1) }],
    stemming: true,
    readTexts: async (places: readonly TextPlace[]) =>
      places.map(({ startByte, endByte }) => fromUtf8(contents.subarray(startByte, endByte))),
    chunkId: (_file: number, row: { contentHash: Uint8Array }) => toHex(row.contentHash),
  };
  try {
    await runSearch(kernel, target, 'first words');
  } finally {
    shard.close();
  }
}
