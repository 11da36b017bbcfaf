import { toAnchor } from './anchors.ts';

/** `[[note#heading|label]]` or `[[note#^block]]`, or with `!` an embed. */
export interface WikiLink {
  readonly raw: string;
  readonly isEmbed: boolean;
  /** Empty for a place in the same file. */
  readonly target: string;
  /** Anchor of the heading or id of the block, `^id`; may be empty. */
  readonly fragment: string;
  readonly label: string;
}

const WIKI_LINK =
  /(!?)\[\[([^[\]\n|\\#^]{1,500}|(?=#\^?[^[\]\n|\\#^]))((?:[#^][^[\]\n|\\]{0,500})?)\\?(?:\|([^[\]\n]{0,500}))?\]\]/y;

/** Reads the wikilink at a place of a text. */
export function readWikiLink(text: string, at = 0): WikiLink | undefined {
  WIKI_LINK.lastIndex = at;
  const [raw, embed, target = '', place = '', label] = WIKI_LINK.exec(text) ?? [];
  if (raw === undefined) return undefined;
  const name = label ?? target + place.replace(/^[#^]+/, target === '' ? '' : ' \u203a ');
  const inner = place.slice(place.lastIndexOf('#') + 1).trim();
  const fragment = inner.startsWith('^') ? inner : toAnchor(inner);
  return { raw, isEmbed: embed !== '', target: target.trim(), fragment, label: name };
}

/** Returns the name that a link and the file it leads to share: the last part of the path, without the extension of a text. */
export function toLinkName(path: string): string {
  const name = path.replace(/\/+$/, '');
  return name.slice(name.lastIndexOf('/') + 1).replace(/\.(?:mdx?|markdown|rst|txt|adoc|org|html?|ipynb)$/i, '');
}
