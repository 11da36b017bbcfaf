import { parseRepoAddress } from '../../site/repo-address.ts';

/** Reads one address, or several on separate lines. */
export function toUrl(text: string): { readonly inputs: readonly []; readonly url?: string } {
  // Clone addresses and package names have no web scheme.
  if (parseRepoAddress(text)) return { inputs: [], url: text.trim() };
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const [first] = lines;
  const addresses = lines.filter(isWebAddress).length;
  if (first === undefined || !isWebAddress(first) || 2 * addresses < lines.length) return { inputs: [] };
  // Keep lines that aren't addresses, too: the form reports them.
  return { inputs: [], url: addresses > 1 ? lines.join('\n') : first };
}

function isWebAddress(line: string): boolean {
  return /^https?:\/\/\S+$/i.test(line);
}
