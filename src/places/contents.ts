import { findSecondary } from '../kinds/secondary.ts';
import { toAsciiLower } from '../lib/ascii.ts';
import type { FileRow } from '../model/chunk.ts';
import type { Kind } from '../model/kind.ts';
import { toLinkTarget } from './file-href.ts';

/** A line of a table of contents: a file, a folder, or a folder with the file that introduces it. */
export interface ContentsRow {
  readonly title: string;
  readonly path?: string;
  readonly children: readonly ContentsRow[];
}

/** A list of chapters as Markdown: `SUMMARY.md` of mdBook and GitBook, `_sidebar.md` of docsify, or made from the navigation of others. */
export interface Summary {
  readonly path: string;
  readonly text: string;
  /** Returns the path of the file that a link leads to. */
  find(target: string): string | undefined;
}

type ContentsFile = Pick<FileRow, 'path' | 'title' | 'kind'>;

/** Whether a file introduces its folder. */
export function isIntroduction(path: string): boolean {
  return /(?:^|\/)(?:_?index|readme)\.(?:mdx?|html?|rst|txt|adoc|org)$/i.test(path);
}

/** A deeper one belongs to something that the collection contains, such as a library. */
const MAX_FOLDERS = 3;

const SUMMARY = /(?:^|\/)(?:summary|_sidebar)\.md$/i;
/** Navigation of MkDocs, Docusaurus and VitePress, which `src/places/nav-files.ts` reads. */
const NAV = /(?:^|\/)(?:mkdocs\.ya?ml|sidebars\.(?:json|[cm]?[jt]s)|\.vitepress\/config\.[cm]?[jt]s)$/i;

/** Returns the path of the list of chapters that is nearest to the top. */
export function findSummary(paths: readonly string[]): string | undefined {
  const toDepth = (path: string) => path.replace('.vitepress/', '').split('/').length - 1;
  const found = paths.filter((path) => (SUMMARY.test(path) || NAV.test(path)) && toDepth(path) <= MAX_FOLDERS);
  return found.sort((a, b) => toDepth(a) - toDepth(b) || Number(NAV.test(a)) - Number(NAV.test(b)))[0];
}

/** Returns a list of chapters with a function to find its files. `find` resolves links in Markdown. */
export async function toSummary(
  { path, text, find }: Summary,
  files: readonly Pick<FileRow, 'path'>[],
): Promise<Summary> {
  if (!NAV.test(path)) return { path, text, find };
  const { createNavFind, toNavMarkdown } = await import('./nav-files.ts');
  const paths = files.map((file) => file.path);
  return { path, text: toNavMarkdown(path, text), find: createNavFind(path, paths) };
}

/** Dot files, lists of chapters, and what configures builds. */
const ASIDE =
  /(?:^|\/)(?:\.[^/]+(?:\/.*)?|(?:_sidebar|_navbar|summary)\.md|(?:package|jsconfig|tsconfig(?:[.-][^/]+)?|composer|biome|deno|lerna|nx|turbo|vercel|renovate|book|netlify|cargo|pyproject|tox|pixi|mkdocs|readthedocs|_config|docker-compose|pnpm-workspace|codecov|appveyor|global)\.(?:jsonc?|toml|ya?ml|ini)|[^/]+\.config\.[cm]?[jt]s|[^/]*makefile(?:\.[^/]+)?|cmakelists\.txt|[^/]+\.(?:cmake|mk|gradle(?:\.kts)?|csproj|vcxproj|sln|bazel)|(?:docker|gem|rake|jenkins|vagrant|proc)file|gradlew(?:\.bat)?|gradle\.properties|codeowners|go\.(?:mod|work)|pom\.xml|setup\.(?:py|cfg)|(?:agents|claude|gemini)\.md|noxfile\.py|manifest\.in|(?:dev-|test-|docs-)?requirements[^/]*\.txt|meson\.build|meson_options\.txt)$/i;

/** Whether the contents list a file only on request: a dot file, a picture, or a file that a build reads or writes. */
function isAside({ path, kind }: ContentsFile): boolean {
  return kind === 'image' || ASIDE.test(path) || findSecondary(path, false) === 'generated';
}

/** Orders files as their list of chapters does, if there is one. The others follow as a tree of folders, without dot files, pictures and files of builds. */
export function toContents(all: readonly ContentsFile[], summary?: Summary): readonly ContentsRow[] {
  const shown = all.filter((file) => !isAside(file));
  const files = shown.length > 0 ? shown : all;
  const titles = new Map(all.map(({ path, title }) => [path, title || path]));
  const chapters = summary === undefined ? [] : fillTitles(parseSummary(summary), titles);
  const listed = new Set(chapters.flatMap(listPaths));
  // Some other file of that name.
  if (summary === undefined || listed.size < 2) return toFolders(files);
  const rest = files.filter(({ path }) => !listed.has(path));
  const folder = summary.path.slice(0, summary.path.lastIndexOf('/') + 1);
  const opening = rest.find(
    ({ path }) => isIntroduction(path) && path.startsWith(folder) && !path.includes('/', folder.length),
  );
  return [
    ...toFolders(opening === undefined ? [] : [opening]),
    ...chapters,
    ...toFolders(rest.filter((file) => file !== opening)),
  ];
}

/** A chapter may be named by its file only. */
function fillTitles(rows: readonly ContentsRow[], titles: ReadonlyMap<string, string>): readonly ContentsRow[] {
  return rows.map(({ title, path, children }) => ({
    title: title || titles.get(path ?? '') || '',
    path,
    children: fillTitles(children, titles),
  }));
}

/** Returns the paths of a row and the rows below it, in order. */
export function listPaths({ path, children }: ContentsRow): readonly string[] {
  return [...(path === undefined ? [] : [path]), ...children.flatMap(listPaths)];
}

interface Chapter extends ContentsRow {
  readonly children: Chapter[];
}

const LINE = /^([ \t]*)(#{1,6}[ \t]+|(?:[-*+]|\d{1,9}[.)])[ \t]+)?(\S.*)$/;
const LINK = /\[((?:[^\]\\]|\\.){0,500})\]\([ \t]*<?([^)\s>]{0,2000})/;
const MAX_CHAPTER_DEPTH = 6;

/** Returns the chapters that are files of the collection, each once, below their parts. */
function parseSummary({ text, find }: Summary): readonly ContentsRow[] {
  const root: Chapter[] = [];
  const used = new Set<string>();
  /** Rows that the next line may be below. */
  let open: { readonly indent: number; readonly row: Chapter }[] = [];
  for (const line of text.split('\n')) {
    const [, space = '', mark = '', rest = ''] = LINE.exec(line) ?? [];
    const [, label, href = ''] = LINK.exec(rest) ?? [];
    const isPart = mark.startsWith('#');
    // The title of the list itself.
    const isTitle = root.length === 0 && /^#\s/.test(mark);
    if (isTitle || (mark === '' && label === undefined)) continue;
    const path = href === '' ? undefined : find(toLinkTarget(href));
    const isNew = path !== undefined && !used.has(path);
    if (isNew) used.add(path);
    const row: Chapter = { title: toPlain(label ?? rest), path: isNew ? path : undefined, children: [] };
    const indent = isPart || mark === '' ? -1 : space.replaceAll('\t', '    ').length;
    open = open.filter((above) => above.indent < indent).slice(0, MAX_CHAPTER_DEPTH);
    (open.at(-1)?.row.children ?? root).push(row);
    if (mark !== '') open.push({ indent, row });
  }
  return dropEmpty(root);
}

function dropEmpty(rows: readonly ContentsRow[]): readonly ContentsRow[] {
  return rows
    .map((row) => ({ ...row, children: dropEmpty(row.children) }))
    .filter(({ path, children }) => path !== undefined || children.length > 0);
}

function toPlain(markdown: string): string {
  return markdown.replace(/[*`]|\\(?=[!-/:-@[-`{-~])/g, '').trim();
}

interface Draft {
  name: string;
  title: string;
  path?: string;
  /** Documents less other files, in the folder and below it. */
  balance: number;
  children: Map<string, Draft>;
}

/** Deeper folders share a row: a path may have thousands of segments. */
const MAX_DEPTH = 4;

const DOCUMENTS: ReadonlySet<string> = new Set<Kind>(['markdown', 'html', 'text', 'document']);

/** Orders files as a book: documents before other files, a chapter before its sections, `2-…` before `10-…`. A file `guide.md` or `guide/index.md` is the row of its folder. */
function toFolders(files: readonly ContentsFile[]): readonly ContentsRow[] {
  const root = toDraft('');
  for (const { path, title = '', kind } of files) {
    const weight = DOCUMENTS.has(kind) ? 1 : -1;
    const segments = path.split('/');
    const file = segments.pop() as string;
    const folders = [...segments.slice(0, MAX_DEPTH), segments.slice(MAX_DEPTH).join('/')].filter(Boolean);
    let parent = root;
    for (const folder of folders) {
      parent = getChild(parent, folder);
      parent.balance += weight;
    }
    const isFolder = isIntroduction(file) && folders.length > 0;
    let row = isFolder ? parent : getChild(parent, file.replace(/\.\w+$/, ''));
    for (const name of [file, `/${path}`]) if (row.path !== undefined) row = getChild(parent, name);
    if (row !== parent) row.balance += weight;
    row.path = path;
    row.title = title || file;
  }
  return finish(root);
}

function toDraft(name: string): Draft {
  return { name, title: name, balance: 0, children: new Map() };
}

function getChild(parent: Draft, name: string): Draft {
  const child = parent.children.get(name) ?? toDraft(name);
  parent.children.set(name, child);
  return child;
}

function finish({ children }: Draft): readonly ContentsRow[] {
  const keyed = [...children.values()].map((draft) => ({ draft, key: toSortKey(draft) }));
  return keyed
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ draft }) => ({ title: draft.title, path: draft.path, children: finish(draft) }));
}

/** An introduction first, then documents and folders of them, both by name, with numbers by value. */
function toSortKey({ name, path = '', balance }: Draft): string {
  const isFirst = !path.includes('/') && isIntroduction(path);
  const key = name.replace(/[A-Z]|\d+/g, (part) => toAsciiLower(part).padStart(/\d/.test(part) ? 12 : 1, '0'));
  return `${isFirst ? 0 : balance < 0 ? 2 : 1}${key}\0${name}`;
}
