import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** One understanding of each: the rooms above may all use these. */
const shared = ['model', 'lib', 'kinds', 'markdown', 'places', 'selection', 'site', 'tables'];
/** Rooms that each room may import. An entry with a slash allows only that file. */
const roomRules: Readonly<Record<string, readonly string[]>> = {
  model: [],
  lib: [],
  ...Object.fromEntries(shared.slice(2).map((room) => [room, ['model', 'lib']])),
  places: ['model', 'lib', 'kinds'],
  html: shared,
  crawl: [...shared, 'html'],
  read: [...shared, 'html', 'zip'],
  ocr: [...shared, 'read'],
  kernel: shared,
  search: shared,
  citations: shared,
  answer: shared,
  store: shared,
  zip: shared,
  export: [...shared, 'zip'],
  publish: [...shared, 'kernel/contract.ts'],
  sources: [...shared, 'html', 'zip', 'crawl'],
  engine: [
    ...shared,
    ...['zip', 'crawl', 'read', 'kernel', 'search', 'citations', 'store', 'export', 'sources', 'publish'],
  ],
  // Builds the engine in any thread, so it imports the engine's parts.
  thread: [...shared, 'engine', 'kernel', 'read', 'ocr', 'store', 'crawl', 'publish', 'answer'],
  // Searches a published collection in any page, without workers.
  embed: [...shared, 'engine', 'kernel', 'publish'],
  agent: [...shared, 'engine/contract.ts'],
  // These build the engine under Node.
  mcp: [
    ...[...shared, 'agent', 'engine', 'kernel', 'store', 'publish'],
    ...['export/text/hidden-text.ts', 'export/text/labels.ts'],
  ],
  cli: [
    ...shared,
    ...['agent', 'answer', 'engine', 'export', 'kernel', 'mcp', 'publish', 'read', 'sources', 'store', 'zip'],
    'thread/wire/remote-service.ts',
  ],
  ui: [...shared, 'engine/contract.ts', 'sources/contract.ts', 'answer'],
  pwa: shared,
};

/** Rooms that may know `model/schema`, and with it zod. */
const schemaRooms = ['model', 'store', 'export', 'publish', 'sources', 'engine', 'thread', 'agent', 'mcp', 'cli'];

/** Where each runtime dependency is known. A prefix with a slash at its end stands for all below it. */
export const libraryRules: Readonly<Record<string, readonly string[]>> = {
  '@assemblyscript/loader': ['kernel/'],
  '@modelcontextprotocol/sdk': ['mcp/', 'cli/serve-inputs.ts'],
  '@orama/stemmers': ['search/languages/'],
  '@cursorless/tree-sitter-wasms': ['thread/local/parser-source.ts'],
  '@repomix/tree-sitter-wasms': ['thread/local/parser-source.ts'],
  '@tree-sitter-grammars/tree-sitter-kotlin': ['thread/local/parser-source.ts'],
  '@vscode/tree-sitter-wasm': ['thread/local/parser-source.ts'],
  ...Object.fromEntries(
    ['chi_sim', 'deu', 'eng', 'fra', 'ita', 'jpn', 'kor', 'nld', 'pol', 'por', 'spa', 'ukr'].map((language) => [
      `@tesseract.js-data/${language}`,
      ['thread/local/ocr-source.ts'],
    ]),
  ),
  comlink: ['thread/'],
  'd3-hierarchy': ['ui/'],
  diff: ['ui/text/word-diff.ts', 'export/delta/unified-diff.ts'],
  marked: ['markdown/', 'publish/write/'],
  fflate: ['lib/deflate.ts'],
  'gpt-tokenizer': ['export/'],
  htmlparser2: ['crawl/', 'html/'],
  idb: ['store/'],
  'lucide-react': ['ui/'],
  minisearch: ['ui/kit/use-finder.ts'],
  parse5: ['html/'],
  'pdfjs-dist': ['thread/local/built-modules.d.ts'],
  picomatch: ['crawl/'],
  react: ['ui/', 'main.tsx', 'page-app.tsx'],
  'react-aria-components': ['ui/'],
  'react-dom': ['main.tsx', 'page-app.tsx'],
  'robots-parser': ['crawl/'],
  temml: ['ui/parts/reader/views/formula.tsx'],
  tldts: ['crawl/'],
  'tesseract.js-core': ['thread/local/ocr-source.ts'],
  'tree-sitter-c': ['thread/local/parser-source.ts'],
  'tree-sitter-ocaml': ['thread/local/parser-source.ts'],
  'web-tree-sitter': ['read/', 'thread/local/built-modules.d.ts'],
  zod: ['model/schema/'],
};

/** Code that runs under Node, not in a browser. */
const nodePlaces = [
  ...['mcp/', 'cli/', 'publish/read/create-disk-host.ts', 'store/disk-store.ts'],
  ...['store/backends/disk-backend.ts', 'store/records/disk-records.ts'],
];

/** They join all rooms. */
const compositionRoots = ['main.tsx', 'page.ts', 'page-app.tsx'];

export interface SourceText {
  /** Relative to `src`. */
  readonly path: string;
  readonly text: string;
}

export interface LibraryImport {
  /** As package.json names it. */
  readonly library: string;
  /** The file that imports it, relative to `src`. */
  readonly path: string;
}

export function findLibraryImports({ path, text }: SourceText): LibraryImport[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles
    .filter(({ fileName }) => !fileName.startsWith('.') && !fileName.startsWith('node:'))
    .map(({ fileName }) => ({ library: toLibrary(fileName), path }));
}

/** Whether a file is, or lies in, a place of `libraryRules`. */
export function isInPlace(path: string, place: string): boolean {
  return path === place || (place.endsWith('/') && path.startsWith(place));
}

export function readSources(): SourceText[] {
  return readdirSync('src', { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name))
    .map((path) => ({ path, text: readFileSync(join('src', path), 'utf8') }));
}

/** One sentence for every import against the rules. */
export function findForbiddenImports({ path, text }: SourceText): string[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles.flatMap(({ fileName }) => {
    const reason = fileName.startsWith('.') ? checkRoom(path, fileName) : checkLibrary(path, fileName);
    return reason ? [`${path} imports ${fileName}: ${reason}`] : [];
  });
}

function checkRoom(path: string, specifier: string): string | undefined {
  if (compositionRoots.includes(path)) return undefined;
  const target = relative('.', join(dirname(path), specifier)).replace(/\?.*$/, '');
  const from = toRoom(path);
  const to = toRoom(target);
  // The built kernel is outside src; only who says where bytes come from may name it.
  if (target.startsWith('../build/'))
    return from === 'thread' || from === 'embed' ? undefined : 'only thread knows where bytes come from';
  if (target.startsWith('model/schema/') && !schemaRooms.includes(from)) return `${from} may not know schemas`;
  if (from === to) return undefined;
  const allowed = roomRules[from];
  if (!allowed) return `${from} is no room`;
  return allowed.includes(to) || allowed.includes(target) ? undefined : `${from} may not know ${to}`;
}

function checkLibrary(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('node:'))
    return nodePlaces.some((place) => isInPlace(path, place))
      ? undefined
      : `Node is known in ${nodePlaces.join(', ')} only`;
  const name = toLibrary(specifier);
  const places = libraryRules[name];
  if (!places) return 'this library has no place yet';
  return places.some((place) => isInPlace(path, place)) ? undefined : `${name} is known in ${places.join(', ')} only`;
}

function toLibrary(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function toRoom(path: string): string {
  return path.split('/')[0] ?? '';
}
