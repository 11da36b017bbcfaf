import { createRandom } from '../support/random.ts';

/** One file of a corpus: its bytes, and the chunk texts that every engine gets. */
export interface BenchFile {
  readonly path: string;
  readonly heading: string;
  readonly chunks: readonly string[];
}

export interface Corpus {
  readonly name: string;
  readonly files: readonly BenchFile[];
  readonly chunkCount: number;
  readonly bytes: number;
}

const CHUNK_CHARS = 500;

/** Paragraphs packed to about 500 characters, the mean size of sections in documentation. */
export function toBenchFile(path: string, text: string): BenchFile {
  const chunks: string[] = [];
  let open = '';
  for (const paragraph of text.split(/\n\s*\n/)) {
    for (let at = 0; at < paragraph.length; at += CHUNK_CHARS * 2) {
      const piece = paragraph.slice(at, at + CHUNK_CHARS * 2);
      if (open !== '' && open.length + piece.length > CHUNK_CHARS) {
        chunks.push(open);
        open = '';
      }
      open += open === '' ? piece : `\n\n${piece}`;
    }
  }
  if (open.trim() !== '') chunks.push(open);
  return { path, heading: path.slice(path.lastIndexOf('/') + 1), chunks };
}

/** Real files first; when they do not suffice, generated ones made of their words. */
export function makeCorpus(name: string, files: readonly BenchFile[], wantedBytes: number): Corpus {
  const kept: BenchFile[] = [];
  let bytes = 0;
  let chunkCount = 0;
  const add = (file: BenchFile): void => {
    kept.push(file);
    chunkCount += file.chunks.length;
    for (const chunk of file.chunks) bytes += chunk.length;
  };
  for (const file of files) {
    if (bytes >= wantedBytes) break;
    add(file);
  }
  const generate = createGenerator(kept);
  for (let i = 0; bytes < wantedBytes; i++) add(generate(i));
  return { name, files: kept, chunkCount, bytes };
}

/** Text with the word frequencies of the real files: each word follows a word it follows there. */
function createGenerator(files: readonly BenchFile[]): (seed: number) => BenchFile {
  const words: string[] = [];
  const places = new Map<string, number[]>();
  for (const { chunks } of files) {
    for (const word of chunks.join(' ').split(/\s+/)) {
      if (word === '' || word.length > 40 || words.length > 400_000) continue;
      const known = places.get(word);
      if (known === undefined) places.set(word, [words.length]);
      else if (known.length < 200) known.push(words.length);
      words.push(word);
    }
  }
  return (seed) => {
    const random = createRandom(seed + 1);
    const chunks = Array.from({ length: 4 + random.below(40) }, () => {
      let text = '';
      let at = random.below(words.length);
      while (text.length < 200 + CHUNK_CHARS * random.next() * 1.2) {
        const word = words[at] as string;
        text += `${word} `;
        at = (random.pick(places.get(word) as number[]) + 1) % words.length;
      }
      return text;
    });
    const heading = chunks[0]?.split(' ').slice(0, 3).join(' ') ?? '';
    return { path: `generated/${seed % 97}/${seed}.md`, heading, chunks };
  };
}

/** Queries of one to four words that occur together in some chunk. */
export function makeQueries(corpus: Corpus, count: number): string[] {
  const random = createRandom(42);
  const queries: string[] = [];
  while (queries.length < count) {
    const chunk = random.pick(random.pick(corpus.files).chunks);
    const words = chunk.match(/[A-Za-z]{3,14}/g);
    if (!words || words.length < 8) continue;
    const start = random.below(words.length - 4);
    queries.push(words.slice(start, start + 1 + random.below(4)).join(' '));
  }
  return queries;
}
