/** Files and pages, small enough for thousands of lives, each with a word that identifies its version. */

export const PATHS = ['a.md', 'b.md', 'notes/long.txt', 'keys.md', 'empty.md', 'blob.bin'] as const;
export type LifePath = (typeof PATHS)[number];

/** Path → version. */
export type Versions = Readonly<Partial<Record<LifePath, number>>>;
/** Path → mark: a word that occurs only in this version of the file. */
export type Marks = Readonly<Record<string, string>>;

export const EMPTY = '(empty)';
export const REFUSED = '(refused)';
/** In every file that has text. */
export const COMMON_WORD = 'quincetree';

const MARK = /zq[a-z]+u\b/g;

export function toMark(path: LifePath, version: number): string {
  if (path === 'empty.md') return EMPTY;
  if (path === 'blob.bin') return REFUSED;
  return `zq${letters(PATHS.indexOf(path))}${letters(version)}u`;
}

export function toMarks(versions: Versions): Marks {
  return Object.fromEntries(
    Object.entries(versions).map(([path, version]) => [path, toMark(path as LifePath, version)]),
  );
}

/** The version of a file that has this mark; any version of an empty or refused file. */
export function toVersion(path: LifePath, mark: string): number {
  const versions = [0, 1, 2].filter((version) => toMark(path, version) === mark);
  if (versions[0] === undefined) throw new Error(`${mark} is no version of ${path}`);
  return versions[0];
}

/** Returns the distinct marks in a text, in order. */
export function findMarks(text: string): string[] {
  return [...new Set(text.match(MARK) ?? [])];
}

export function toBytes(path: LifePath, version: number): Uint8Array<ArrayBuffer> {
  if (path === 'blob.bin') return new Uint8Array([0, 255, 0, 254, version, 0, 1, 2]);
  return new TextEncoder().encode(toText(path, version)) as Uint8Array<ArrayBuffer>;
}

/** Equal bytes have equal dates and others have others, or a sync would trust the stamp of a changed file. */
export function toModified(path: LifePath, version: number): number {
  return 1_000_000 + PATHS.indexOf(path) * 1_000 + version;
}

function toText(path: LifePath, version: number): string {
  const mark = toMark(path, version);
  if (path === 'empty.md') return '';
  // Put together here, so that no scanner takes this file for a leak.
  if (path === 'keys.md') return `# Keys\n\n${COMMON_WORD} ${mark}\n\npassword = "q7Zk93${'Xw2LmP0a'}rT5vB8"\n`;
  if (path !== 'notes/long.txt') return `# Title\n\n${COMMON_WORD} ${mark}\n`;
  const paragraphs = Array.from({ length: 6 }, (_, i) => `Paragraph ${i} says ${'something '.repeat(8)}.\n`);
  return `${COMMON_WORD} ${mark}\n\n${paragraphs.join('\n')}`;
}

/** Three of them: a search forgives a mistyped letter or two. */
function letters(number: number): string {
  return String.fromCharCode(97 + number).repeat(3);
}

export const PAGES = ['p', 'q', 'r'] as const;
export type LifePage = (typeof PAGES)[number];

/** A site: its home page links to every page it has. */
export type SiteVersions = Readonly<Partial<Record<LifePage, number>>>;

/** Marks of the files a whole crawl leaves. The home page changes with its links. */
export function toSiteMarks(pages: SiteVersions): Marks {
  const known = PAGES.filter((page) => pages[page] !== undefined);
  const home = PAGES.map((page) => (pages[page] === undefined ? 'xxx' : 'yyy')).join('');
  return Object.fromEntries([
    ['index.md', `zqh${home}u`],
    ...known.map((page) => [`${page}.md`, `zqs${page.repeat(3)}${letters(pages[page] as number)}u`]),
  ]);
}

/** The HTML at a path of the site; undefined where nothing is. */
export function toHtml(pages: SiteVersions, path: string): string | undefined {
  const marks = toSiteMarks(pages);
  const links = path === '/' ? PAGES.filter((page) => pages[page] !== undefined) : [];
  const mark = marks[path === '/' ? 'index.md' : `${path.slice(1)}.md`];
  if (mark === undefined) return undefined;
  const list = links.map((page) => `<li><a href="/${page}">${page}</a></li>`).join('');
  const text = `${COMMON_WORD} ${mark}, in enough words to be read as a page.`;
  return `<!doctype html><html><head><title>Page ${path}</title></head><body><main><h1>Page ${path}</h1><p>${text}</p><ul>${list}</ul></main></body></html>`;
}
