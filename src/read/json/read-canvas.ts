import { toBaseName } from '../../lib/base-name.ts';
import { fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import { groupBy } from '../../lib/group-by.ts';
import { countFeeds, countLines } from '../../lib/lines.ts';
import type { ReadFile } from '../../model/cut.ts';

/** A card, or with a `label` a group of them. */
interface Card {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly file: string;
  readonly url: string;
  readonly label: string | undefined;
}

/** Each one looks at all cards. */
const MAX_GROUPS = 500;

/** Reads a JSON Canvas, as Obsidian draws it, as Markdown: a section for each card in reading order, below its group, with links to files and arrows. */
export function readCanvas(bytes: Uint8Array): ReadFile | undefined {
  const source = fromUtf8(bytes);
  const canvas = JSON.parse(source) as { nodes?: unknown; edges?: unknown } | null;
  if (!Array.isArray(canvas?.nodes)) return undefined;
  const cards = canvas.nodes.filter(isObject).map(toCard);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const lineOf = findLines(source);
  const pieces: string[] = [];
  const sourceLines: number[] = [];
  const put = (card: Card, text: string): void => {
    pieces.push(`${text}\n`);
    for (let i = countFeeds(text); i >= 0; i--) sourceLines.push(lineOf.get(card.id) ?? 1);
  };
  const groups = cards
    .filter(({ label }) => label !== undefined)
    .sort(inReadingOrder)
    .slice(0, MAX_GROUPS);
  const rest = new Set(cards.filter(({ label }) => label === undefined).sort(inReadingOrder));
  const edges = groupBy(Array.isArray(canvas.edges) ? canvas.edges.filter(isObject) : [], ({ fromNode }) => fromNode);
  const putCard = (card: Card): void => {
    rest.delete(card);
    const [first = '', ...more] = card.text.trim().split('\n');
    const title = toTitle(card);
    const body = /^#{1,6}\s/.test(first) ? more.join('\n').trim() : card.text.trim();
    put(card, `### ${title}\n`);
    // A heading of level one to three in a card would end the section of the card.
    if (body !== '' && body !== title) put(card, `${body.replace(/^#{1,3}(?=\s)/gm, '####')}\n`);
    if (card.file !== '') put(card, `[[${card.file}]]\n`);
    if (card.url !== '') put(card, `<${card.url}>\n`);
    for (const { toNode, label } of edges.get(card.id) ?? []) {
      const to = byId.get(String(toNode));
      if (to === undefined) continue;
      const name = to.file === '' ? toTitle(to) : `[[${to.file}]]`;
      put(card, `→ ${typeof label === 'string' && label !== '' ? `${label}: ` : ''}${name}\n`);
    }
  };
  for (const group of groups) {
    put(group, `## ${group.label}\n`);
    for (const card of [...rest]) if (isInside(card, group)) putCard(card);
  }
  // The next heading would be below the last group.
  const [free] = rest;
  if (groups.length > 0 && free !== undefined) put(free, '## Other cards\n');
  for (const card of [...rest]) putCard(card);
  return {
    bytes: toUtf8(pieces.join('').replaceAll('\0', '\ufffd')),
    isMarkdown: true,
    sourceLines: Uint32Array.from(sourceLines),
    sourceLineCount: countLines(source),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toCard(node: Readonly<Record<string, unknown>>): Card {
  const toText = (name: string): string => (typeof node[name] === 'string' ? node[name].replace(/\r\n?/g, '\n') : '');
  const toNumber = (name: string): number => (typeof node[name] === 'number' ? node[name] : 0);
  return {
    ...{ id: toText('id'), text: toText('text'), file: toText('file') + toText('subpath'), url: toText('url') },
    ...{ x: toNumber('x'), y: toNumber('y'), width: toNumber('width'), height: toNumber('height') },
    label: node.type === 'group' ? toText('label') || 'Group' : undefined,
  };
}

const MAX_TITLE = 80;

function toTitle({ text, file, url, label }: Card): string {
  const first = text.trim().split('\n', 1)[0] ?? '';
  const plain = first.replace(/^#{1,6}\s+/, '').slice(0, MAX_TITLE);
  return label ?? (plain || toBaseName(file).replace(/\.md(?=#|$)/, '') || url || 'Card');
}

function inReadingOrder(a: Card, b: Card): number {
  return a.y - b.y || a.x - b.x || (a.id < b.id ? -1 : 1);
}

function isInside(card: Card, group: Card): boolean {
  const [x, y] = [card.x + card.width / 2, card.y + card.height / 2];
  return x >= group.x && x <= group.x + group.width && y >= group.y && y <= group.y + group.height;
}

/** Returns the line of each card: Obsidian writes one on each line. */
function findLines(source: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const [i, line] of source.split('\n').entries())
    for (const [, id = ''] of line.matchAll(/"id"\s*:\s*"([^"\\]*)"/g)) if (!lines.has(id)) lines.set(id, i + 1);
  return lines;
}
