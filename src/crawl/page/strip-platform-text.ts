import { maskFences } from '../../markdown/fences.ts';

/**
 * Removes text that documentation platforms add to their Markdown for agents: index quotes (Mintlify, Cloudflare, GitBook), GitBook's
 * footer, Fumadocs' `URL:` line, Starlight's "Section titled" lines. It is the same on every page, so every search would find it.
 * The result has LF line ends, no blank lines around it, and ends with one line feed.
 */
export function stripPlatformText(markdown: string): string {
  const lines = markdown
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const mask = maskFences(lines);
  const end = findFooter(lines, mask);
  const kept: string[] = [];
  for (let i = 0; i < end; i++) {
    if (mask[i] === 1 || !isPlatformLine(lines, i, kept)) kept.push(lines[i] as string);
    else i = skipQuote(lines, i);
  }
  // Remove the line that separates the footer, too.
  const isShorter = end < lines.length || kept.length < lines.length;
  while (isShorter && /^\s*(?:-{3,})?\s*$/.test(kept[kept.length - 1] ?? 'x')) kept.pop();
  const text = trimBlankLines(kept);
  return text === '' ? '' : `${text}\n`;
}

const QUOTE_HEAD =
  /^>\s*(?:#{1,6}\s*)?(?:Documentation Index\b|Fetch the complete documentation index|For the complete documentation index,? see\b|Use this file to discover all available pages)/i;

function isPlatformLine(lines: readonly string[], i: number, kept: readonly string[]): boolean {
  const line = lines[i] as string;
  if (QUOTE_HEAD.test(line)) return true;
  if (/^\s*\[Section titled [\u201C"'].{0,300}[\u201D"']\]\(#[^)]*\)\s*$/.test(line)) return true;
  if (/^\s*\[Next Page\]\(\S*llms-full\.txt\/\d+\)\s*$/.test(line)) return true;
  if (/^\[Skip to (?:main )?content\]\(\S*\)\s*$/i.test(line)) return true;
  return /^URL:\s+\/\S*\s*$/.test(line) && kept.every((before) => before.trim() === '');
}

/** Skips the rest of a quote whose first line comes from the platform. */
function skipQuote(lines: readonly string[], i: number): number {
  if (!(lines[i] as string).startsWith('>')) return i;
  let last = i;
  while (/^>/.test(lines[last + 1] ?? '')) last++;
  return last;
}

/** GitBook ends pages with `---`, a blank line, `# Agent Instructions` and advice on how to query it. */
function findFooter(lines: readonly string[], mask: Uint8Array): number {
  for (let i = lines.length - 1; i >= 0; i--) {
    if (mask[i] === 1 || !/^#{1,3}\s/.test(lines[i] as string)) continue;
    if (!/^#{1,3}\s+Agent Instructions\b/i.test(lines[i] as string)) return lines.length;
    let end = i;
    while (end > 0 && /^\s*(?:-{3,})?\s*$/.test(lines[end - 1] as string)) end--;
    return end;
  }
  return lines.length;
}

function trimBlankLines(lines: readonly string[]): string {
  let start = 0;
  let end = lines.length;
  while (start < end && (lines[start] as string).trim() === '') start++;
  while (end > start && (lines[end - 1] as string).trim() === '') end--;
  return lines.slice(start, end).join('\n');
}
