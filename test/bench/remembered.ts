import { createStopTest } from '../../src/search/parse-query.ts';
import { createRandom } from '../support/random.ts';

const isStopWord = createStopTest();

/** A chunk that may be remembered. */
export interface KnownChunk {
  readonly path: string;
  readonly headingPath: readonly string[];
  readonly text: string;
}

/** Words that a person remembers from a chunk. `right`: indexes of the chunks that contain all of them. */
export interface Remembered {
  readonly text: string;
  readonly right: ReadonlySet<number>;
}

type Memory = (chunk: KnownChunk, chunks: ChunkTexts) => Remembered | undefined;
type Random = ReturnType<typeof createRandom>;

const MAX_TRIES = 60;
/** Words in more chunks than this identify none of them. */
const MAX_RIGHT = 5;

export const MEMORIES = [
  '3 words',
  '4 words',
  '6 words',
  '6 of 10 words',
  'a sentence',
  'a heading',
  'name and heading',
] as const;
export type MemoryName = (typeof MEMORIES)[number];

/** Queries made by chance, the same ones for the same chunks; fewer where the chunks have no more. */
export function makeRemembered(chunks: readonly KnownChunk[], name: MemoryName, count: number): Remembered[] {
  const random = createRandom(MEMORIES.indexOf(name) + 1);
  const recall = memoryOf(name, random);
  const texts = new ChunkTexts(chunks);
  const made = new Map<string, Remembered>();
  for (let i = 0; i < count * MAX_TRIES && made.size < count; i++) {
    const query = recall(random.pick(chunks), texts);
    if (query !== undefined && query.right.size > 0 && query.right.size <= MAX_RIGHT) made.set(query.text, query);
  }
  return [...made.values()];
}

function memoryOf(name: MemoryName, random: Random): Memory {
  if (name === 'a heading') return (chunk, texts) => recallHeading(chunk, texts);
  if (name === 'name and heading') return (chunk, texts) => recallNamed(chunk, texts);
  return (chunk, texts) => {
    const sentences = findSentences(chunk.text);
    if (sentences.length === 0) return undefined;
    const sentence = random.pick(sentences);
    if (name === 'a sentence') return sentence.length > 20 ? undefined : recall(sentence, sentence, texts);
    if (name === '6 of 10 words') return recallMost(sentence, texts, random);
    const length = Number.parseInt(name, 10);
    const at = random.below(sentence.length - length + 1);
    const run = sentence.slice(at, at + length);
    return run.filter((word) => !isStopWord(word.toLowerCase())).length < 2 ? undefined : recall(run, run, texts);
  };
}

function recallMost(sentence: readonly string[], texts: ChunkTexts, random: Random): Remembered {
  const at = random.below(sentence.length - 9);
  const ten = sentence.slice(at, at + 10);
  const kept = new Set<number>();
  while (kept.size < 6) kept.add(random.below(10));
  return recall(
    ten.filter((_, i) => kept.has(i)),
    ten,
    texts,
  );
}

function recall(words: readonly string[], all: readonly string[], texts: ChunkTexts): Remembered {
  // A minus would leave out what is looked for.
  return { text: words.map((word) => word.replace(/^-+/, '')).join(' '), right: texts.findHolders(all.join(' ')) };
}

function recallHeading({ headingPath }: KnownChunk, texts: ChunkTexts): Remembered | undefined {
  const heading = headingPath.at(-1) ?? '';
  if (toWords(heading).length < 3) return undefined;
  return { text: heading, right: texts.findOwners((own) => own.headingPath.at(-1) === heading) };
}

/** The same heading in other files of the same folder cannot be told apart. */
function recallNamed({ path, headingPath }: KnownChunk, texts: ChunkTexts): Remembered | undefined {
  const heading = headingPath.at(-1) ?? '';
  const name = nameOf(path);
  if (toWords(heading).length === 0) return undefined;
  const right = texts.findOwners((own) => nameOf(own.path) === name && own.headingPath.at(-1) === heading);
  return { text: `${name.replace(/^@/, '').replace('/', ' ')} ${heading}`, right };
}

/** Name of a package, or the top folder. */
function nameOf(path: string): string {
  return path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');
}

class ChunkTexts {
  readonly #chunks: readonly KnownChunk[];
  readonly #words: readonly string[];

  constructor(chunks: readonly KnownChunk[]) {
    this.#chunks = chunks;
    this.#words = chunks.map(({ headingPath, text }) => toLine(`${headingPath.join(' ')} ${stripMarkup(text)}`));
  }

  /** Chunks that hold these words one after the other. */
  findHolders(text: string): Set<number> {
    const line = toLine(text);
    return new Set(this.#words.flatMap((words, i) => (words.includes(line) ? [i] : [])));
  }

  findOwners(owns: (chunk: KnownChunk) => boolean): Set<number> {
    return new Set(this.#chunks.flatMap((chunk, i) => (owns(chunk) ? [i] : [])));
  }
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function toLine(text: string): string {
  return ` ${toWords(text).join(' ')} `;
}

function stripMarkup(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*_]{1,3}([^`*_]+)[`*_]{1,3}/g, '$1')
    .replace(/https?:\S+/g, '');
}

/** Sentences of ten to forty words, most of them plain; no code, lists, tables or headings. */
function findSentences(text: string): string[][] {
  const prose = text.replace(/^\s*(```|~~~)[\s\S]*?^\s*\1.*$/gm, '\n');
  const paragraphs = prose.split(/\n\s*\n/).filter((paragraph) => !/^\s*([#|<>[]|[-*]\s|\d+\.|\t)/m.test(paragraph));
  return paragraphs
    .flatMap((paragraph) => stripMarkup(paragraph.replace(/\s+/g, ' ')).split(/(?<=[.!?:])\s+/))
    .map((sentence) => sentence.split(/\s+/).filter((word) => /[A-Za-z]/.test(word)))
    .filter((words) => words.length >= 10 && words.length <= 40)
    .filter((words) => words.filter((word) => /^[A-Za-z',.;:()-]+$/.test(word)).length > words.length * 0.8);
}
