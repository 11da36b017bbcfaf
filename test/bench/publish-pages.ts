import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HtmlRenderer, Parser } from 'commonmark';
import { createRandom } from '../support/random.ts';

export interface BenchPage {
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
}

const SECTION_CHARS = 700;

/** Pages of the Markdown below `root`, and more made of their words until there are `count`. Titles are all different. */
export function makePages(root: string, count: number): BenchPage[] {
  const pages: BenchPage[] = [];
  for (const page of eachPage(root)) {
    if (pages.length === count) break;
    pages.push(page);
  }
  return pages;
}

/** The same one after the other and without an end: more than fit into memory. */
export function* eachPage(root: string): Generator<BenchPage> {
  const real = readMarkdown(root);
  yield* real;
  const words = real.flatMap(({ markdown }) =>
    markdown.split(/\s+/).filter((word) => /^[\w.'()-]{1,30}[,.:]?$/.test(word)),
  );
  const places = new Map<string, number[]>();
  words.forEach((word, i) => {
    const known = places.get(word);
    if (known === undefined) places.set(word, [i]);
    else if (known.length < 100) known.push(i);
  });
  const titles = new Set(real.map(({ title }) => title));
  for (let n = 0; ; n++) {
    const random = createRandom(n + 1);
    const write = (chars: number): string => {
      let text = '';
      let at = random.below(words.length);
      while (text.length < chars) {
        const word = words[at] as string;
        text += text === '' ? word : ` ${word}`;
        at = (random.pick(places.get(word) as number[]) + 1) % words.length;
      }
      return text;
    };
    const pick = (): string => (words[random.below(words.length)] as string).replace(/[,.:]$/, '');
    const title = [pick(), pick(), pick(), pick()].slice(0, 2 + random.below(3)).join(' ');
    if (titles.has(title) || title.length < 8) continue;
    titles.add(title);
    const sections = Array.from(
      { length: 2 + random.below(8) },
      () => `## ${pick()} ${pick()}\n\n${write(SECTION_CHARS * (0.3 + random.next() * 1.4))}`,
    );
    const folder = `made/${String(n % 97).padStart(2, '0')}`;
    yield {
      path: `${folder}/page-${n}`,
      title,
      markdown: `# ${title}\n\n${write(200)}\n\n${sections.join('\n\n')}\n`,
    };
  }
}

function readMarkdown(root: string): BenchPage[] {
  const titles = new Set<string>();
  return readdirSync(root, { recursive: true })
    .map(String)
    .filter((name) => /\.md$/i.test(name))
    .sort()
    .flatMap((name) => {
      const markdown = readFileSync(join(root, name), 'utf8');
      const title = /^#\s+(.+)$/m.exec(markdown)?.[1]?.trim() ?? '';
      if (markdown.length < 1_000 || markdown.length > 200_000 || title === '' || titles.has(title)) return [];
      titles.add(title);
      return [{ path: name.replace(/\.md$/i, ''), title, markdown }];
    });
}

/** One HTML file each, as a site has them. */
export function writePages(pages: readonly BenchPage[], folder: string): number {
  const parser = new Parser();
  const renderer = new HtmlRenderer({ safe: true });
  let bytes = 0;
  for (const { path, title, markdown } of pages) {
    const body = renderer.render(parser.parse(markdown));
    const html = `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeText(title)}</title></head>\n<body><main>\n${body}</main></body></html>\n`;
    const file = join(folder, `${path}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html);
    bytes += Buffer.byteLength(html);
  }
  return bytes;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
