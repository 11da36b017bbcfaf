import type { FullFile, KeyedPage } from '../discover/discover.ts';
import { findLeftOut } from '../discover/discover.ts';
import { toSlug } from '../discover/title-key.ts';
import { readMarkdown } from '../page/markdown-page.ts';
import { toUnmappedPath } from '../page/page-path.ts';
import type { Run } from '../run/run.ts';
import type { NewPage } from './keep-page.ts';
import { preparePage } from './keep-page.ts';

/** Saves pages of llms-full files as raw files without a request [S4]. Returns their paths when all are committed. */
export async function keepFullPages(run: Run, files: readonly FullFile[]): Promise<string[]> {
  const paths: string[] = [];
  const used = new Set<string>();
  for (const file of files) {
    if (file.preamble.trim() !== '') paths.push(await keepOne(run, toPreamble(run, file)));
    for (const [i, page] of file.pages.entries()) {
      if (!(await run.gate())) return paths;
      const isOwn = page.key !== '' && !used.has(page.key);
      if (isOwn && dropLeftOut(run, page.key)) continue;
      if (isOwn) used.add(page.key);
      paths.push(await keepOne(run, toNewPage(run, file, page, isOwn ? 0 : i + 1)));
    }
  }
  await run.keeper.flush();
  return paths;
}

function dropLeftOut(run: Run, key: string): boolean {
  const { scope, drop } = run;
  const skip = findLeftOut(scope, key);
  if (skip === undefined) return false;
  drop(key, skip);
  return true;
}

async function keepOne(run: Run, page: NewPage): Promise<string> {
  const answer = await preparePage(run, page);
  run.state.fullPages++;
  if (answer.outcome === 'unchanged') run.state.unchanged++;
  run.touch();
  await answer.commit();
  return answer.path;
}

function toNewPage(run: Run, file: FullFile, page: KeyedPage, number: number): NewPage {
  const url = number === 0 ? page.key : file.url;
  const path = toUnmappedPath(file.url, { number, slug: toSlug(page.title), withHost: run.withHost });
  return {
    ...toCommon(run, { file, url, markdown: page.text }),
    title: page.title,
    description: page.description,
    ...(number === 0 ? {} : { path }),
    ...(page.claimed === '' ? {} : { claimed: page.claimed }),
  };
}

function toPreamble(run: Run, file: FullFile): NewPage {
  const markdown = `${file.preamble.trim()}\n`;
  const { title } = readMarkdown(markdown, file.url);
  const path = toUnmappedPath(file.url, { number: 0, slug: 'overview', withHost: run.withHost });
  return { ...toCommon(run, { file, url: file.url, markdown }), title, description: '', path };
}

function toCommon(run: Run, { file, url, markdown }: { file: FullFile; url: string; markdown: string }) {
  const { links } = readMarkdown(markdown, url);
  const internal = links.filter((link) => /^https?:/i.test(link) && run.scope.isSameSite(link)).length;
  return {
    url,
    markdown,
    status: 200,
    depth: 0,
    attempts: 0,
    answered: file.url,
    found: [],
    links: { internal, external: links.length - internal },
    sourceType: 'llms_full' as const,
  };
}
