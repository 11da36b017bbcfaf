import { createEngine } from '../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../src/engine/ingest/local-leaf-maker.ts';
import type { Kernel } from '../../src/kernel/contract.ts';
import { toHex } from '../../src/lib/bytes.ts';
import type { Store } from '../../src/store/contract.ts';

/** Everything about a small collection that must not depend on where it was made [E2]. */
export interface Observed {
  readonly index_id: string;
  readonly full: string;
  readonly compact: string;
  readonly answers: readonly unknown[];
}

const QUERIES = 'retry¦configurati¦"rate limit"¦getusername -404¦日本語¦kind:markdown¦cafe¦ünïcödé 𝒳¦ret'.split('¦');

/** Without outlines, so that every build can be compared. Runs in a page and in Node. */
export async function observeEngine(kernel: Kernel, store: Store): Promise<Observed> {
  const engine = createEngine({ kernel, store, leafMaker: createLocalLeafMaker({ kernel }), where: 'main thread' });
  const { id } = await engine.createCollection({ name: 'same', settings: { outline: 'none' } });
  const files = Object.entries(makeFiles()).map(([path, text]) => ({
    path,
    file: new File([text], path.split('/').at(-1) ?? ''),
  }));
  await engine.ingest({ collectionId: id, jobId: 'ingest', input: { type: 'files', name: 'same', files } });
  const zip = async (form: 'full' | 'compact'): Promise<string> => {
    const { blob } = await engine.exportZip({ collectionId: id, jobId: form, form, mask: true });
    return toHex(kernel.sha256(new Uint8Array(await (blob as Blob).arrayBuffer())));
  };
  const answers = [];
  for (const query of QUERIES) {
    const { hits, total } = await engine.search(id, query, { typing: true });
    answers.push({ query, total, hits: hits.map((hit) => [hit.ref, hit.score, hit.snippet, hit.ranges]) });
  }
  const collection = (await engine.listCollections()).find((other) => other.id === id);
  return { index_id: collection?.index_id ?? '', full: await zip('full'), compact: await zip('compact'), answers };
}

function makeFiles(): Record<string, string> {
  const sections = Array.from(
    { length: 30 },
    (_, i) => `## Section ${i}\n\nRetry after ${i} seconds; see getUserName and the rate limit.\n`,
  );
  return {
    'README.md': `# Acme\n\nConfiguration of the service. Café, 日本語 検索, ünïcödé 𝒳.\n\n${sections.join('\n')}`,
    'deep/ä/ß.txt': `${'same line\n'.repeat(9)}\nİstanbul ISTANBUL ı I\n`,
    'data/errors.json': JSON.stringify({
      rate_limited: { status: 404, text: 'caf\u00e9' },
      list: Array.from({ length: 120 }, (_, i) => i * 1.5),
    }),
    'page.html': '<title>Page</title><h1>Top</h1><p>Retry &amp; wait</p><script>never()</script>',
    'src/client.ts': 'export class Client {\n  retryAfter(): void {}\n}\n',
    '.env': `password = "${'q7Zk93'}${'Xw2LmP0a'}${'rT5vB8'}"\n`,
    'crlf.md': '# Windows\r\n\r\nline\r\n',
  };
}
