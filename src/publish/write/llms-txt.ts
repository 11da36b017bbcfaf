import { toUtf8 } from '../../lib/bytes.ts';
import { MAX_READ_CHARS, splitRows } from '../../lib/rows/split-rows.ts';
import type { PublishSink } from './block-writer.ts';
import { cutLine, joinLines, toLine } from './html-page.ts';

export interface PageLink {
  readonly title: string;
  readonly path: string;
  readonly href: string;
  readonly description: string;
}

const LLMS_CHARS = MAX_READ_CHARS - 2_000;
const toPartName = (i: number): string => `${String(i + 1).padStart(4, '0')}.txt`;

/** Writes `llms.txt` (https://llmstxt.org): links by section, or links to parts in `llms/`. */
export async function writeLlmsTxt(
  site: { readonly name: string; readonly description?: string },
  links: readonly PageLink[],
  sink: PublishSink,
): Promise<void> {
  const name = cutLine(toLine(site.name));
  const about = cutLine(toLine(site.description ?? ''));
  const head = `# ${name}\n\n> ${about === '' ? '' : `${about} `}${links.length} files. Their whole text is in [llms-full.txt](llms-full.txt).\n`;
  const lists = splitRows(links, (link) => toLlmsRow(link, '../pages/').length + link.path.length, LLMS_CHARS);
  if (lists.length <= 1) return writeText(sink, 'llms.txt', head + toSections(links, 'pages/'));
  const parts = lists.map((list, i) => toRange(list, `llms/${toPartName(i)}`));
  await writeText(sink, 'llms.txt', `${head}\n## Parts\n\n${parts.map((part) => toLlmsRow(part, '')).join('')}`);
  for (const [i, list] of lists.entries())
    await writeText(sink, `llms/${toPartName(i)}`, `# ${name}, part ${i + 1}\n${toSections(list, '../pages/')}`);
}

/** A section for each folder at the top. */
function toSections(links: readonly PageLink[], base: string): string {
  const sections = new Map<string, string>();
  for (const link of links) {
    const folder = link.path.includes('/') ? cutLine(joinLines(link.path.slice(0, link.path.indexOf('/')))) : 'Files';
    sections.set(folder, (sections.get(folder) ?? '') + toLlmsRow(link, base));
  }
  return [...sections].map(([folder, rows]) => `\n## ${folder}\n\n${rows}`).join('');
}

function toLlmsRow({ title, href, description }: PageLink, base: string): string {
  const about = cutLine(toLine(description));
  return `- [${cutLine(title).replace(/[[\]\\]/g, '\\$&')}](${base}${href})${about === '' ? '' : `: ${about}`}\n`;
}

/** A link to a list of files, by its first and last path. */
export function toRange(list: readonly PageLink[], href: string): PageLink {
  const [from, to] = [list[0], list.at(-1)].map((link) => cutLine(joinLines(link?.path ?? '')));
  return { title: `${from} to ${to}`, path: '', href, description: `${list.length} files` };
}

export async function writeText(sink: PublishSink, path: string, text: string): Promise<void> {
  const file = await sink.createFile();
  await file.write(toUtf8(text));
  await file.finish(path);
}
