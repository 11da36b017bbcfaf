import { toHex, toUtf8 } from '../../lib/bytes.ts';
import { DEFAULT_SETTINGS } from '../../model/settings.ts';
import type { Kernel } from '../contract.ts';
import { toShardInputs } from '../index/shard-inputs.ts';

/** Throws if a build gives wrong results: a miscompiled kernel must never write a collection. */
export function checkKernel(kernel: Kernel): void {
  checkHash(kernel);
  checkLeaf(kernel);
  checkRank(kernel);
}

/** Test vector of FIPS 180-2, two blocks. */
function checkHash(kernel: Kernel): void {
  const hash = toHex(kernel.sha256(toUtf8('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')));
  expect(hash === '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1', 'sha256');
}

const PAGE = '# Été *one*\n\nfirst\n\n## Two\n\n```\n# no heading\n```\n';

function makePage(kernel: Kernel, text: string) {
  const settings = { ...DEFAULT_SETTINGS, chunk_min_chars: 0 };
  return kernel.makeLeaf({ path: 'a.md', kind: 'markdown', settings, bytes: toUtf8(text) });
}

function checkLeaf(kernel: Kernel): void {
  const view = kernel.readLeaf(makePage(kernel, PAGE).leaf);
  expect(
    view.headings.map(({ level, line, text }) => `${level}:${line}:${text}`).join() === '1:1:Été one,2:5:Two',
    'headings',
  );
  const spans = view.chunks.map((chunk) => `${chunk.startByte}-${chunk.endByte}:${chunk.chars}`);
  expect(spans.join() === '0-20:18,22-50:28', 'chunks');
  expect(
    toHex(view.chunks[1]?.contentHash ?? new Uint8Array()) === toHex(kernel.sha256(toUtf8(PAGE.slice(20, 48)))),
    'chunk hash',
  );
}

function checkRank(kernel: Kernel): void {
  const { leaf } = makePage(kernel, PAGE);
  const shard = kernel.openShard(kernel.mergeShard(toShardInputs([{ path: 'a.md', leaf }]), DEFAULT_SETTINGS));
  const words = [{ text: 'first', line: 0, prefix: false, fuzzy: 0 as const }];
  const shards = [{ shard, fileOrder: new Uint32Array(1) }];
  const answer = kernel.rank({ shards, words, minus: [], required: [], stemming: true, limit: 5, offset: 0 });
  shard.close();
  expect(answer.total === 1 && answer.chunk[0] === 0 && (answer.score[0] ?? 0) > 0, 'rank');
}

function expect(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(`self-check failed: ${what}`);
}
