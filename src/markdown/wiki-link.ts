/** `[[note#heading|label]]`, or with `!` an embed. */
export interface WikiLink {
  readonly raw: string;
  readonly isEmbed: boolean;
  readonly target: string;
  readonly label: string;
}

const WIKI_LINK = /(!?)\[\[([^[\]\n|\\#^]{1,500})((?:[#^][^[\]\n|\\]{0,500})?)\\?(?:\|([^[\]\n]{0,500}))?\]\]/y;

/** Reads the wikilink at a place of a text. */
export function readWikiLink(text: string, at = 0): WikiLink | undefined {
  WIKI_LINK.lastIndex = at;
  const [raw, embed, target = '', heading = '', label] = WIKI_LINK.exec(text) ?? [];
  if (raw === undefined) return undefined;
  const name = label ?? target + heading.replace(/^[#^]+/, ' \u203a ');
  return { raw, isEmbed: embed !== '', target: target.trim(), label: name };
}

/** Returns the name that a link and the file it leads to share: the last part of the path, without the extension of a text. */
export function toLinkName(path: string): string {
  const name = path.replace(/\/+$/, '');
  return name.slice(name.lastIndexOf('/') + 1).replace(/\.(?:mdx?|markdown|rst|txt|adoc|org|html?|ipynb)$/i, '');
}
