import type { Claim, ClaimOptions } from './contract.ts';
import { findPageAfter, findPageBefore, findPageInside, MAX_PAGE_CHARS } from './find-page.ts';

/** `report.pdf p. 12`, `page 12 of report.pdf`, `book.xlsx Sheet1!A2:C9`. */
export function toPagedClaim(answer: string, run: string, start: number, options: ClaimOptions): Claim | undefined {
  if (!/\.[A-Za-z0-9]{1,8}(?:[:#]p[^/]*)?$/i.test(run)) return undefined;
  const inside = findPageInside(run);
  const runEnd = start + run.length;
  const name = toName(answer, start, inside === undefined ? run : run.slice(0, -inside.length), options);
  const isPaged = PAGED_NAME.test(name.path) || options.isFile(name.path);
  if (name.path === '' || !isPaged) return undefined;
  const place = { type: 'place', path: name.path } as const;
  const after = inside ?? findPageAfter(answer.slice(runEnd, runEnd + MAX_PAGE_CHARS));
  if (after !== undefined) {
    const end = inside === undefined ? runEnd + after.length : runEnd;
    return { ...place, text: answer.slice(name.start, end), start: name.start, end, page: after.address };
  }
  const before = findPageBefore(answer.slice(Math.max(0, name.start - MAX_PAGE_CHARS), name.start));
  if (before === undefined) return undefined;
  const from = name.start - before.length;
  return { ...place, text: answer.slice(from, runEnd), start: from, end: runEnd, page: before.address };
}

/** Documents: they have pages even if no such file exists. */
const PAGED_NAME = /\.(?:pdf|pptx?|odp|xlsx?|ods|epub|docx?|odt|rtf)$/i;
const MAX_NAME_WORDS = 10;

/** Finds the path that ends here. A name with spaces starts further left if such a file exists. */
export function toName(
  answer: string,
  start: number,
  text: string,
  { isFile }: ClaimOptions,
): { readonly path: string; readonly start: number } {
  const own = { path: toPath(text), start };
  if (!/\.[A-Za-z0-9]{1,8}$/.test(text) || isFile(own.path)) return own;
  const line = answer.slice(Math.max(0, start - MAX_PAGE_CHARS), start).replace(/^.*[\n"`<>|*]/s, '');
  let from = start;
  for (const word of (line.match(/\S+ +/g) ?? []).reverse().slice(0, MAX_NAME_WORDS)) {
    if (answer.slice(from - word.length, from) !== word) break;
    from -= word.length;
    const path = toPath(answer.slice(from, start) + text);
    if (isFile(path)) return { path, start: from };
  }
  return own;
}

function toPath(text: string): string {
  return text.replace(/^(?:\.\/|\/)+/, '');
}
