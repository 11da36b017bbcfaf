import { findLanguage, nameLanguage } from '../../kinds/programming-languages.ts';
import { isSecondary } from '../../kinds/secondary.ts';
import { toAsciiLower } from '../../lib/ascii.ts';
import { toBaseName } from '../../lib/base-name.ts';
import type { FileRow } from '../../model/chunk.ts';
import { isCodeKind } from '../../model/kind.ts';
import type { Overview, StartFile } from '../../model/outputs/overview.ts';
import { isIntroduction } from '../../places/contents.ts';
import type { IndexView } from '../contract.ts';
import { cutChars, toOneLine } from '../text/labels.ts';
import { findIntroduction } from './find-introduction.ts';

type View = Pick<IndexView, 'name' | 'files' | 'chunks' | 'outline'> & {
  /** Returns the paths that a file links to. Unset: no file is found by its links. */
  readonly links?: (fileIndex: number) => Promise<readonly string[]>;
};

const MAX_FOLDERS = 6;
const MAX_LANGUAGES = 7;
const MAX_STARTS = 6;

/** Reads the names of all files, and the texts, outlines and links of a few. */
export async function findOverview(view: View): Promise<Overview> {
  const start = await findIntroduction(view);
  const intro = start?.isStart && start.text !== '' ? { path: start.path, text: start.text } : undefined;
  const starts = await findStarts(view, start?.isStart ? start.path : undefined);
  const folders = listFolders(view.files);
  return {
    intro,
    folders,
    languages: listLanguages(view.files),
    starts,
    searches: await findSearches(view, starts, folders),
  };
}

/** Describes a collection for agents: its first sentence, and its languages. */
export async function summarise(view: Pick<IndexView, 'files' | 'chunks'>, maxChars: number): Promise<string> {
  const start = await findIntroduction(view);
  const counts = writeCounts(view.files, maxChars / 2);
  return [cutChars(start?.sentence ?? '', maxChars), counts && `${counts}.`].filter(Boolean).join(' ');
}

/** Counts the files that a search can find, which is the number of files on every screen. */
export function countReadable(files: readonly FileRow[]): number {
  return files.filter(({ chunkCount }) => chunkCount > 0).length;
}

/** Writes the number of files of each language, most first: `Go 312, Markdown 18`. */
export function writeCounts(files: readonly FileRow[], maxChars: number): string {
  const counts = listLanguages(files).map(({ name, files: count }) => `${name} ${count}`);
  while (counts.join(', ').length > maxChars) counts.pop();
  return counts.join(', ');
}

/** Share of the text from which a folder counts as the whole collection: its own folders are listed. */
const MAIN_SHARE = 0.9;

function listFolders(files: readonly FileRow[]): Overview['folders'] {
  const found = files.filter(({ chunkCount }) => chunkCount > 0);
  const [first = '', last = ''] = [found[0]?.path, found.at(-1)?.path];
  // Files are in path order: what the first and the last share, all share.
  let end = 0;
  while (end < first.length && first[end] === last[end]) end++;
  const root = first.slice(0, first.lastIndexOf('/', end - 1) + 1);
  const total = found.reduce((sum, { bytes }) => sum + bytes, 0);
  for (let top = root; ; ) {
    const folders = new Map<string, { path: string; files: number; bytes: number }>();
    for (const { path, bytes } of found) {
      const folder = (path.startsWith(top) && path.slice(0, path.indexOf('/', top.length) + 1)) || root;
      const row = folders.get(folder) ?? { path: folder, files: 0, bytes: 0 };
      row.files++;
      row.bytes += bytes;
      folders.set(folder, row);
    }
    const rows = [...folders.values()].sort((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1));
    const [main] = rows;
    const hasFolders = found.some(
      ({ path }) => path.startsWith(main?.path ?? '') && path.includes('/', main?.path.length),
    );
    if (main === undefined || main.path === root || main.bytes < total * MAIN_SHARE || !hasFolders)
      return rows.slice(0, MAX_FOLDERS);
    top = main.path;
  }
}

function listLanguages(files: readonly FileRow[]): Overview['languages'] {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (file.chunkCount === 0) continue;
    const language = toLanguage(file);
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, MAX_LANGUAGES);
  return sorted.map(([language, count]) => ({
    name: KIND_NAMES[language] ?? nameLanguage(language),
    files: count,
    query: language in KIND_NAMES ? `kind:${language}` : `lang:${language}`,
  }));
}

const KIND_NAMES: Readonly<Record<string, string>> = {
  code: 'Code',
  text: 'Text',
  image: 'Images',
  document: 'Documents',
  unknown: 'Other',
};

function toLanguage({ kind, language, path }: FileRow): string {
  const base = toAsciiLower(toBaseName(path));
  const byName = language ?? findLanguage(base.slice(base.lastIndexOf('.') + 1));
  if (kind === 'java_script' || kind === 'type_script') return kind.replace('_', '');
  if (kind === 'code' || kind === 'text') return byName ?? kind;
  return kind;
}

/** Names that programs begin in, in the order in which a reader wants them. */
const ENTRIES = [
  /(?:^|\/)main\.(?:go|rs|py|c|cc|cpp|kt|swift|dart|zig|java|js|ts|tsx|ex|hs|ml|lua)$/,
  /(?:^|\/)(?:__main__|manage|app|cli)\.py$/,
  /(?:^|\/)(?:Program\.cs|(?:\w*Application|Main|App)\.(?:java|kt|scala|swift))$/,
  /(?:^|\/)(?:lib\.rs|mod\.ts|__init__\.py|index\.(?:ts|tsx|js|mjs))$/,
];
/** Files near the top in which projects name their entry points. */
const MANIFEST = /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|Cargo\.toml|composer\.json|mix\.exs)$/;
const INDEX_NOTE = /(?:^|\/)(?:home|index|start(?: here)?|dashboard|mocs?|[^/]* mocs?)\.md$/i;
const MAX_MANIFESTS = 3;
const MAX_ENTRY_DEPTH = 4;
/** Notes whose links are counted. */
const MAX_LINKING = 300;

async function findStarts(view: View, introduction: string | undefined): Promise<readonly StartFile[]> {
  const readable = view.files.filter((file) => file.chunkCount > 0 && !isSecondary(file.path, isCodeKind(file.kind)));
  const byDepth = (a: FileRow, b: FileRow) => toDepth(a) - toDepth(b) || (a.path < b.path ? -1 : 1);
  const byLength = (a: FileRow, b: FileRow) => b.tokenTotal - a.tokenTotal || (a.path < b.path ? -1 : 1);
  const code = readable.filter(({ kind }) => isCodeKind(kind));
  const notes = readable.filter(({ kind }) => kind === 'markdown');
  const isCode = code.length * 4 > view.files.length;
  const starts = new Map<string, StartFile>();
  const add = (why: StartFile['why'], files: readonly FileRow[], limit: number): void => {
    for (const file of files.slice(0, limit)) {
      if (starts.size >= MAX_STARTS || starts.has(file.path)) continue;
      starts.set(file.path, { path: file.path, title: toTitle(file), why });
    }
  };
  add(
    'introduction',
    readable.filter(({ path }) => path === introduction),
    1,
  );
  if (isCode) {
    const inDepth = code.filter((file) => toDepth(file) <= MAX_ENTRY_DEPTH);
    add('entry', await findInManifests(view, readable), 2);
    const own = toPlainName(view.name);
    const named = code.filter((file) => own.length > 2 && toPlainName(toStem(file.path)).startsWith(own));
    add(
      'named',
      named.sort((a, b) => toDepth(a) - toDepth(b) || byLength(a, b)),
      2,
    );
    for (const pattern of ENTRIES) add('entry', inDepth.filter(({ path }) => pattern.test(path)).sort(byDepth), 2);
  } else if (notes.length * 2 > view.files.length) {
    add('index', notes.filter(({ path }) => INDEX_NOTE.test(path)).sort(byDepth), 2);
    add('linked', await findLinked(view, notes), 3);
    add('index', notes.filter(({ path }) => isIntroduction(path)).sort(byDepth), 2);
  }
  const texts = readable.filter(({ kind }) => kind !== 'image');
  add('longest', (isCode ? code : texts).sort(byLength), isCode ? 1 : 3);
  return [...starts.values()];
}

const toDepth = ({ path }: FileRow): number => path.split('/').length;
const toStem = (path: string): string => toBaseName(path).replace(/\.[^.]*$/, '');
const toPlainName = (name: string): string => toAsciiLower(name).replace(/[^a-z0-9]+/g, '');

function toTitle({ path, title, kind }: FileRow): string {
  return isCodeKind(kind) || title === undefined ? toBaseName(path) : toOneLine(title);
}

/** Returns the files that manifests near the top name, such as `"main": "./lib/index.js"` or `app = "flask.cli:main"`. */
async function findInManifests(view: View, readable: readonly FileRow[]): Promise<readonly FileRow[]> {
  const byPath = new Map(readable.map((file) => [file.path, file]));
  const manifests = [...view.files.keys()].filter((i) => MANIFEST.test(view.files[i]?.path ?? ''));
  const toManifestDepth = (i: number): number => toDepth(view.files[i] as FileRow);
  const found = new Set<FileRow>();
  for (const i of manifests.sort((a, b) => toManifestDepth(a) - toManifestDepth(b)).slice(0, MAX_MANIFESTS)) {
    const path = view.files[i]?.path ?? '';
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    for (const { content } of await view.chunks(i)) {
      for (const [, text = ''] of content.matchAll(/["']([\w@./-]{3,200}(?::\w+)?)["']/g)) {
        const module = text.replace(/:\w+$/, '').replaceAll('.', '/');
        const names = [text.replace(/^\.\//, ''), `${module}.py`, `src/${module}.py`, `${module}/__init__.py`];
        const file = names.map((name) => byPath.get(folder + name)).find((one) => one && isCodeKind(one.kind));
        if (file !== undefined) found.add(file);
      }
    }
  }
  return [...found];
}

/** Returns the notes that most notes link to, most links first. */
async function findLinked({ files, links }: View, notes: readonly FileRow[]): Promise<readonly FileRow[]> {
  if (links === undefined) return [];
  const counts = new Map<string, number>();
  const indexes = [...files.keys()].filter((i) => files[i]?.kind === 'markdown');
  const step = Math.max(1, Math.ceil(indexes.length / MAX_LINKING));
  for (let at = 0; at < indexes.length; at += step) {
    const own = files[indexes[at] as number]?.path;
    for (const path of new Set(await links(indexes[at] as number)))
      if (path !== own) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const toCount = ({ path }: FileRow): number => counts.get(path) ?? 0;
  return notes
    .filter((note) => toCount(note) > 1)
    .sort((a, b) => toCount(b) - toCount(a) || (a.path < b.path ? -1 : 1));
}

const MAX_SEARCHES = 4;
const MAX_OUTLINES = 10;
/** Headings that every project has. */
const GENERIC =
  /^(?:(?:quick|getting) ?start(?:ed)?|table of contents|how to \w+|see also|code of conduct|release notes|what'?s new|(?:the |an? )?(?:installation|introduction|overview|usage|license|contributing|changelog|related work)\b.*)$/i;
const TYPES: ReadonlySet<string> = new Set(
  'class interface struct trait type enum object module protocol record impl'.split(' '),
);

/** Makes searches of the headings and symbols of the files to start with, and of the longest file in each large folder. */
async function findSearches(
  view: View,
  starts: readonly StartFile[],
  folders: Overview['folders'],
): Promise<readonly string[]> {
  const byPath = new Map(view.files.map(({ path }, i) => [path, i]));
  const longest = folders.map(({ path: folder }) => {
    const own = view.files.filter(
      ({ path, kind, chunkCount }) => path.startsWith(folder) && chunkCount > 0 && !isSecondary(path, isCodeKind(kind)),
    );
    return own.sort((a, b) => b.tokenTotal - a.tokenTotal)[0]?.path;
  });
  const headings: string[] = [];
  const symbols: string[] = [];
  for (const path of [...new Set([...starts.map((start) => start.path), ...longest])].slice(0, MAX_OUTLINES)) {
    const index = path === undefined ? undefined : byPath.get(path);
    if (index === undefined) continue;
    const outline = await view.outline(index);
    const heading = outline.headings.map(({ text }) => toOneLine(text)).find(isTelling);
    if (heading !== undefined) headings.push(heading);
    const stem = toPlainName(toStem(path as string));
    const types = outline.symbols.filter(({ what, name }) => TYPES.has(what) && /^\w{4,40}$/.test(name));
    const symbol = types.find(({ name }) => toPlainName(name) === stem) ?? types[0];
    if (symbol !== undefined) symbols.push(symbol.name);
  }
  const half = MAX_SEARCHES / 2;
  const chosen = [
    ...headings.slice(0, half),
    ...symbols.slice(0, half),
    ...headings.slice(half),
    ...symbols.slice(half),
  ];
  return [...new Set(chosen)].slice(0, MAX_SEARCHES);
}

/** Two to five plain words that not every project has. */
function isTelling(heading: string): boolean {
  const words = heading.split(' ');
  return (
    words.length >= 2 &&
    words.length <= 5 &&
    heading.length <= 40 &&
    words.some(({ length }) => length > 4) &&
    !/[!-&(-,./:-@[-`{-~]/.test(heading) &&
    !GENERIC.test(heading)
  );
}
