import type { IndexView } from '../../src/export/contract.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import { type MakeChunk, type MakeFile, makeView } from './make-view.ts';
import { createRandom } from './random.ts';

const SYLLABLES = 'ka to mi re son dal ver in ter quo pa lum est or ation er ing con pre ly ment al ize ous'.split(' ');
const ODD = '日本語の文¦👩‍👩‍👧¦naïve¦```¦<|endoftext|>¦]]>¦  ¦\t¦0x1F¦snake_case_name¦camelCaseName¦---'.split('¦');

/** Prose, code and odd characters in chunks from a few to 8,000 characters. */
export function makeCorpus(seed: number, fileCount: number): IndexView {
  const random = createRandom(seed).next;
  const words = Array.from({ length: 800 }, () => {
    const parts = 1 + Math.floor(random() * 3);
    return Array.from({ length: parts }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join('');
  });
  const files: MakeFile[] = [];
  for (let i = 0; i < fileCount; i++) {
    const chunks: MakeChunk[] = [];
    const count = 1 + Math.floor(random() * 12);
    for (let j = 0; j < count; j++) {
      const size = random() < 0.1 ? 4_000 + random() * 3_900 : 60 + random() * 2_500;
      chunks.push({ content: makeText(size, words, random), headingPath: [`Part ${i}`, `Section ${j}`] });
    }
    files.push({ path: `docs/part-${String(i).padStart(3, '0')}.md`, chunks });
  }
  return makeView(files);
}

function makeText(size: number, words: readonly string[], random: () => number): string {
  let text = '';
  while (text.length < size) {
    const word =
      random() < 0.02 ? ODD[Math.floor(random() * ODD.length)] : words[Math.floor(random() * random() * words.length)];
    text += word + (random() < 0.1 ? '.\n' : random() < 0.03 ? '\n\n' : ' ');
  }
  return text
    .slice(0, Math.floor(size))
    .replace(/^\s+|\s+$/g, '')
    .replace(/[\ud800-\udbff]$/, '');
}

export async function allChunks(view: IndexView): Promise<Chunk[]> {
  const lists = await Promise.all(view.files.map((_, index) => view.chunks(index)));
  return lists.flat();
}

/** Words of the query per chunk, longest shared first: enough of a ranking to fill a pack. */
export function rankByWords(chunks: readonly Chunk[], query: readonly string[]): Chunk[] {
  return chunks
    .map((chunk) => ({ chunk, score: query.reduce((sum, word) => sum + (chunk.content.includes(word) ? 1 : 0), 0) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.chunk.ref < b.chunk.ref ? -1 : 1))
    .map(({ chunk }) => chunk);
}
