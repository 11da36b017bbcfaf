import { findSecondary } from '../../kinds/secondary.ts';
import { toAsciiLower } from '../../lib/ascii.ts';
import type { SymbolSpan } from '../../model/chunk.ts';
import { isCodeKind } from '../../model/kind.ts';
import { toOwnName } from '../../search/name-matches.ts';
import { readOutline } from '../search/answers.ts';
import { rankWords } from '../search/rank-words.ts';
import { rowOf } from '../search/to-chunks.ts';
import { type FoundChunk, prepareFound, toFound, toOrdinal } from '../search/to-hit.ts';
import type { Choice, PackParts } from './choose-chunks.ts';
import { readAt } from './find-changes.ts';
import { COMMENT, refersTo } from './find-uses.ts';

/** Lines of a file around the edit targets of a pack. */
export interface Neighbour {
  /** First lines of definitions that a target uses. */
  readonly definitions: Set<number>;
  /** Lines that use what a target defines. */
  readonly uses: Set<number>;
}

export type Neighbours = ReadonlyMap<number, Neighbour>;

/** Best files whose names are looked up, and the best chunks read of each. */
const MAX_TARGETS = 4;
const CHUNKS_PER_TARGET = 6;
/** Definitions per thousand tokens of the budget: half of them for the best file, half of the rest for the next. */
const PER_THOUSAND = 1.5;
/** Names of a file that are looked up: many come from elsewhere. */
const MAX_TRIED = 60;
/** A name with definitions in more files, or in more chunks, says little about the target. */
const MAX_DEFINING = 2;
const MAX_CHUNKS = 16;
/** Names of a file whose uses are listed, and uses of each. */
const USED_NAMES = 2;
const USES_PER_NAME = 2;

/** Finds the definitions that the best files of a pack use, and lines that use theirs, outside of tests. Looks names up in the index. */
export function createNeighbourFinder(
  { kernel, open }: PackParts,
  allows: (fileIndex: number) => boolean = () => true,
): (choices: readonly Choice[], budgetTokens: number) => Promise<Neighbours> {
  const outlines = new Map<number, readonly SymbolSpan[]>();
  const definitions = new Map<string, readonly Definition[]>();
  /** Lists the symbols of a file; fields have no line in outlines. */
  const symbolsOf = async (fileIndex: number): Promise<readonly SymbolSpan[]> => {
    const known = outlines.get(fileIndex);
    if (known !== undefined) return known;
    const symbols = (await readOutline(kernel, open, fileIndex)).symbols.filter(({ what }) => what !== 'field');
    outlines.set(fileIndex, symbols);
    return symbols;
  };
  const isMain = (fileIndex: number): boolean => {
    const { path, kind } = open.fileNames(fileIndex);
    return isCodeKind(kind) && findSecondary(path, true) === undefined && allows(fileIndex);
  };
  /** Finds chunks with this word, in any case; `total` also counts those of tests. */
  const find = async (name: string, namesOnly: boolean): Promise<{ chunks: readonly FoundChunk[]; total: number }> => {
    const [term = name] = kernel.termsOf(name, open.collection.settings.stemming);
    const answer = await rankWords(kernel, open, {
      ...{ words: [], terms: [{ text: term, weight: 1 }], minus: [], required: [], allow: undefined, stemmers: [] },
      ...{ compounds: false, limit: MAX_CHUNKS, offset: 0, secondaryToo: false, namesOnly },
    });
    const chunks = toFound(open, answer).filter(({ fileIndex }) => isMain(fileIndex));
    await prepareFound(open, chunks);
    return { chunks, total: answer.total };
  };
  const findDefinitions = async (name: string): Promise<readonly Definition[]> => {
    const known = definitions.get(name);
    if (known !== undefined) return known;
    const { chunks } = await find(name, true);
    const named = chunks.filter(({ row }) => row().symbols.some((symbol) => toOwnName(symbol) === name));
    const found: Definition[] = [];
    for (const fileIndex of new Set(named.map((chunk) => chunk.fileIndex)))
      for (const symbol of await symbolsOf(fileIndex))
        if (toOwnName(symbol.name) === name)
          found.push({ fileIndex, line: symbol.startLine, owner: symbol.name.slice(0, -name.length - 1) });
    definitions.set(name, found);
    return found;
  };
  /** Whether a use can mean this definition: code names the class of a member, and `tls.Config` is not the `Config` of another package. */
  const isMeant = ({ fileIndex, owner }: Definition, { name, qualifier }: UsedName, code: string): boolean => {
    if (owner !== '') return toAsciiLower(code.replaceAll(name, '')).includes(toAsciiLower(toOwnName(owner)));
    const [file = '', folder] = open.fileNames(fileIndex).path.split('/').reverse();
    return qualifier === undefined || qualifier === folder || qualifier === file.split('.')[0];
  };
  const findUses = async (name: string, target: number): Promise<{ fileIndex: number; line: number }[]> => {
    const { chunks, total } = await find(name, false);
    if (total > MAX_CHUNKS || (await findDefinitions(name)).some(({ fileIndex }) => fileIndex !== target)) return [];
    const others = chunks.filter(({ fileIndex }) => fileIndex !== target);
    const texts = await readAt(
      open,
      others.map((chunk) => toOrdinal(open, chunk)),
    );
    const uses = others.flatMap(({ fileIndex, row }, i) => {
      const lines = (texts[i] as string).split('\n');
      const at = lines.findIndex((line) => refersTo(line, name, true) && !IMPORT.test(line));
      return at < 0 ? [] : [{ fileIndex, line: row().startLine + at }];
    });
    return uses.slice(0, USES_PER_NAME);
  };

  return async (choices, budgetTokens) => {
    const neighbours = new Map<number, Neighbour>();
    const at = (fileIndex: number): Neighbour => {
      const known = neighbours.get(fileIndex) ?? { definitions: new Set(), uses: new Set() };
      neighbours.set(fileIndex, known);
      return known;
    };
    const seen = new Set<string>();
    let left = Math.ceil((budgetTokens / 1_000) * PER_THOUSAND);
    for (const [target, ordinals] of takeTargets(choices)) {
      const symbols = await symbolsOf(target);
      const own = new Set(symbols.map(({ name }) => toOwnName(name)));
      const code = (await readAt(open, ordinals)).map(toCode).join('\n');
      const names = new Map(listNames(code).map((used) => [`${used.qualifier}.${used.name}`, used]));
      const least = Math.floor(left / 2);
      for (const used of [...names.values()].filter(({ name }) => !own.has(name)).slice(0, MAX_TRIED)) {
        if (left <= least) break;
        if (seen.has(used.name)) continue;
        const found = (await findDefinitions(used.name)).filter((definition) => isMeant(definition, used, code));
        const files = new Set(found.map(({ fileIndex }) => fileIndex));
        if (files.size === 0 || files.size > MAX_DEFINING) continue;
        seen.add(used.name);
        left--;
        for (const { fileIndex, line } of found) at(fileIndex).definitions.add(line);
      }
      const rows = ordinals.map((ordinal) => rowOf(open, ordinal));
      const isIn = ({ startLine }: SymbolSpan): boolean =>
        rows.some((row) => row.startLine <= startLine && startLine <= row.endLine);
      const defined = symbols.filter(isIn).map(({ name }) => toOwnName(name));
      let used = 0;
      for (const name of new Set(defined.filter(isTelling))) {
        const uses = await findUses(name, target);
        for (const { fileIndex, line } of uses) at(fileIndex).uses.add(line);
        if (uses.length > 0 && ++used === USED_NAMES) break;
      }
    }
    return neighbours;
  };

  /** Takes the best files of code with their best chunks. */
  function takeTargets(choices: readonly Choice[]): ReadonlyMap<number, readonly number[]> {
    const targets = new Map<number, number[]>();
    for (const { ordinal } of choices) {
      const fileIndex = open.fileOfOrdinal(ordinal);
      const own = targets.get(fileIndex);
      if (own !== undefined && own.length < CHUNKS_PER_TARGET) own.push(ordinal);
      else if (own === undefined && targets.size < MAX_TARGETS && isMain(fileIndex)) targets.set(fileIndex, [ordinal]);
    }
    return targets;
  }
}

const IMPORT = /^\s*(?:import|from|use|using|#include|export .* from|require\w*)\b/;

interface Definition {
  readonly fileIndex: number;
  readonly line: number;
  /** The class it is in; empty at the top level. */
  readonly owner: string;
}

interface UsedName {
  readonly name: string;
  /** The word before the dot; empty for `)` and the like, unset without a dot. */
  readonly qualifier: string | undefined;
}

const BUILT_IN =
  /^(?:String|Object|Array|Boolean|Integer|Number|Double|Float|Error|Exception|Promise|Date|None|True|False)$/;

/** Whether a name is more than a plain word in lower case, and not of a language. */
function isTelling(name: string): boolean {
  return /^(?=.*[A-Z_0-9])\w{4,}$/.test(name) && !BUILT_IN.test(name);
}

/** Removes strings and comments, roughly. */
function toCode(text: string): string {
  const lines = text.split('\n').filter((line) => !COMMENT.test(line));
  return lines.join('\n').replace(/"(?:[^"\n\\]|\\.)*"|'(?:[^'\n\\]|\\.)*'|\s(?:\/\/|#|--)\s.*/g, ' ');
}

function listNames(code: string): UsedName[] {
  const names = [...code.matchAll(/(?:(\w*)(?:\.|->))?(?<!\w)([A-Za-z_]\w+)/g)];
  return names.flatMap(([, qualifier, name = '']) => (isTelling(name) ? [{ name, qualifier }] : []));
}
