import type { Engine } from '../../src/engine/contract.ts';
import { isCodeKind } from '../../src/model/kind.ts';
import { createRandom, type Random } from './random.ts';

export const ALTERATIONS = ['wrong line', 'wrong file', 'invented name', 'changed code', 'swapped page'] as const;
type Alteration = (typeof ALTERATIONS)[number];

export interface MadeAnswer {
  readonly text: string;
  /** Unset: the answer is true. */
  readonly altered?: Alteration;
}

interface Source {
  readonly path: string;
  readonly isCode: boolean;
  /** Lines by their number. */
  readonly lines: readonly string[];
  readonly names: readonly { readonly name: string; readonly lines: readonly [number, number] }[];
  readonly pages: readonly { readonly page: number; readonly text: string }[];
}

/** A statement about lines of a file, or about a page. */
interface Statement {
  readonly form: 'name' | 'line' | 'block' | 'words' | 'page';
  readonly path: string;
  readonly at: readonly [number, number];
  readonly quote: string;
}

/** Makes `count` true answers about a collection from its own text, and `count` that are altered in one place, evenly of each kind. */
export async function makeAlteredAnswers(engine: Engine, collectionId: string, count: number): Promise<MadeAnswer[]> {
  const sources = await readSources(engine, collectionId);
  const random = createRandom(7);
  const all = sources.map(({ lines }) => lines.join('\n')).join('\n');
  const statements = createStatements(sources, random);
  const texts: MadeAnswer[] = [];
  for (let i = 0; i < count; i++) texts.push({ text: toText(statements()) });
  const kinds = ALTERATIONS.filter((kind) => kind !== 'swapped page' || sources.some(({ pages }) => pages.length > 1));
  for (let i = 0; i < count; i++) {
    const altered = kinds[i % kinds.length] as Alteration;
    for (let found: Statement | undefined; found === undefined; ) {
      found = alter(altered, statements(), { sources, random, all });
      if (found !== undefined) texts.push({ text: toText(found), altered });
    }
  }
  return texts;
}

/** Returns the altered answers that the checker does not flag, and the true ones that it does. */
export async function findMisjudged(engine: Engine, collectionId: string, answers: readonly MadeAnswer[]) {
  const missed: MadeAnswer[] = [];
  const alarms: MadeAnswer[] = [];
  for (const answer of answers) {
    const { citations } = await engine.checkCitations({ collectionId, answer: answer.text, jobId: 'check' });
    const isFlagged = citations.some(({ verdict }) => verdict !== 'exact' && verdict !== 'exists');
    if (isFlagged && answer.altered === undefined) alarms.push(answer);
    if (!isFlagged && answer.altered !== undefined) missed.push(answer);
  }
  return { missed, alarms };
}

async function readSources(engine: Engine, collectionId: string): Promise<Source[]> {
  const sources: Source[] = [];
  for (const { path, kind } of await engine.listFiles(collectionId)) {
    const lines: string[] = [''];
    const { chunks = [] } = (await engine.readFile(collectionId, path)) ?? {};
    for (const { content, startLine } of chunks)
      for (const [i, line] of content.split('\n').entries()) lines[startLine + i] = line;
    const symbols = isCodeKind(kind) ? await engine.listSymbols(collectionId, path) : [];
    const names = symbols
      .filter(({ name, startLine }) => name.length > 3 && new RegExp(`\\b${name}\\b`).test(lines[startLine] ?? ''))
      .map(({ name, startLine, endLine }) => ({ name, lines: [startLine, endLine] as const }));
    const pages = chunks.flatMap(({ address = '', content }) => {
      const page = Number(/^p\. (\d+)$/.exec(address)?.[1]);
      return page > 0 ? [{ page, text: content }] : [];
    });
    sources.push({ path, isCode: isCodeKind(kind), lines: Array.from(lines, (line = '') => line), names, pages });
  }
  return sources;
}

/** Draws true statements of every form. */
function createStatements(sources: readonly Source[], random: Random): () => Statement {
  const code = sources.filter(({ isCode, names, lines }) => isCode && names.length > 2 && lines.length > 40);
  const prose = sources.filter(({ isCode, pages, lines }) => !isCode && pages.length === 0 && lines.some(isSentence));
  const paged = sources.filter(({ pages }) => pages.length > 1);
  const forms = [
    'name',
    'line',
    'block',
    ...(prose.length > 0 ? ['words'] : []),
    ...(paged.length > 0 ? ['page'] : []),
  ];
  let drawn = 0;
  const draw = (): Statement | undefined => {
    const form = forms[drawn % forms.length] as Statement['form'];
    const file = random.pick(form === 'page' ? paged : form === 'words' ? prose : code);
    const { path, lines } = file;
    if (form === 'name') {
      const { name, lines: at } = random.pick(file.names);
      return { form, path, at, quote: name };
    }
    if (form === 'page') {
      const { page, text } = random.pick(file.pages);
      const words = text.split(/\s+/);
      const from = random.below(Math.max(1, words.length - 12));
      const quote = words.slice(from, from + 10).join(' ');
      const isText = words.length > 12 && /(?:[A-Za-z]{2,} ){4}/.test(quote) && !/["“”[\]…]/.test(quote);
      return isText ? { form, path, at: [page, page], quote } : undefined;
    }
    const line = 1 + random.below(lines.length - 4);
    if (form === 'block') {
      const block = lines.slice(line, line + 4);
      const isFull = block.every((text) => text.trim().length > 12 && !text.includes('```'));
      return isFull ? { form, path, at: [line, line + 3], quote: block.join('\n') } : undefined;
    }
    const text = (lines[line] as string).trim();
    const isGood = form === 'words' ? isSentence(text) : isCodeLine(text);
    return isGood ? { form, path, at: [line, line], quote: text } : undefined;
  };
  return () => {
    for (;;) {
      const found = draw();
      if (found === undefined) continue;
      drawn++;
      return found;
    }
  };
}

function isSentence(line: string): boolean {
  return /^[A-Z][^"“”`*_<>|[\]…:]{40,100}$/.test(line.trim()) && line.trim().split(' ').length > 6;
}

function isCodeLine(line: string): boolean {
  return (
    (line.match(/[A-Za-z_]{2,}/g) ?? []).length > 2 &&
    line.length < 120 &&
    /[=(]/.test(line) &&
    !/[`"#]|\/\//.test(line)
  );
}

function toText({ form, path, at: [first, last], quote }: Statement): string {
  const place = `${path}:${first}${last > first ? `-${last}` : ''}`;
  if (form === 'name') return `\`${quote}\` does this (${place}).`;
  if (form === 'line') return `It happens on the line \`${quote}\` (${place}).`;
  if (form === 'block') return `See ${place}:\n\n\`\`\`\n${quote}\n\`\`\`\n`;
  if (form === 'words') return `The guide says "${quote}" (${place}).`;
  return `The document says "${quote}" (${path}, p. ${first}).`;
}

interface AlterInput {
  readonly sources: readonly Source[];
  readonly random: Random;
  /** The text of all files. */
  readonly all: string;
}

/** Returns undefined if the statement cannot be altered so, or is true by chance afterwards. */
function alter(kind: Alteration, made: Statement, { sources, random, all }: AlterInput): Statement | undefined {
  const { form, path, at, quote } = made;
  const own = sources.find((source) => source.path === path) as Source;
  if (kind === 'swapped page') {
    if (form !== 'page') return undefined;
    const { page, text } = random.pick(own.pages);
    return text.replace(/\s+/g, ' ').includes(quote) ? undefined : { ...made, at: [page, page] };
  }
  if (form === 'page') return undefined;
  if (kind === 'wrong line' || kind === 'wrong file') {
    const other = kind === 'wrong line' ? own : random.pick(sources);
    if (kind === 'wrong file' && random.below(3) === 0) {
      const name = path.replace(/([^/]+)(\.\w+)$/, '$1_extra$2');
      return sources.some((source) => source.path === name) ? undefined : { ...made, path: name };
    }
    if ((kind === 'wrong file' && other === own) || other.pages.length > 0) return undefined;
    const length = Math.min(at[1] - at[0], 20);
    const first = 1 + random.below(Math.max(1, other.lines.length - length - 1));
    const there = fold(other.lines.slice(first, first + length + 1).join('\n'));
    if (there === '' || there.includes(fold(quote))) return undefined;
    return { ...made, path: other.path, at: [first, first + length] };
  }
  if (kind === 'invented name') {
    if (form !== 'name') return undefined;
    const { name } = random.pick(random.pick(sources.filter(({ names }) => names.length > 0)).names);
    const invented = quote.includes('_')
      ? `${quote}_${name.toLowerCase()}`
      : quote + (name[0]?.toUpperCase() ?? '') + name.slice(1);
    return all.includes(invented) ? undefined : { ...made, quote: invented };
  }
  if (form !== 'line' && form !== 'block') return undefined;
  const changed = changeCode(quote, own, random);
  const there = fold(own.lines.slice(at[0], at[1] + 1).join('\n'));
  return changed === undefined || there.includes(fold(changed)) ? undefined : { ...made, quote: changed };
}

const CHANGES: readonly (readonly [RegExp, string])[] = [
  [/ == /, ' != '],
  [/ != /, ' == '],
  [/ and /, ' or '],
  [/ && /, ' || '],
  [/\bnot /, ''],
  [/\bTrue\b/, 'False'],
  [/\bfalse\b/, 'true'],
  [/\btrue\b/, 'false'],
  [/ \+ /, ' - '],
  [/ < /, ' <= '],
  [/\bNone\b/, '0'],
  [/\b(\d+)\b/, '$10'],
];

/** Changes an operator, a value or a name. */
function changeCode(code: string, { names }: Source, random: Random): string | undefined {
  const fitting = CHANGES.filter(([pattern]) => pattern.test(code));
  if (fitting.length > 0 && random.below(2) === 0) return code.replace(...(random.pick(fitting) as [RegExp, string]));
  const words = (code.match(/[A-Za-z_]\w{3,}/g) ?? []).filter((word) => /[a-z]/.test(word));
  if (words.length === 0) return undefined;
  return code.replace(random.pick(words), random.pick(names).name);
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
