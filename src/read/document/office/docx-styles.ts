import { toAsciiLower } from '../../../lib/ascii.ts';
import type { DocumentParts } from '../document-parts.ts';

export interface DocxStyle {
  /** Heading level 1–9, or 0 if the paragraph is not a heading. */
  readonly level: number;
  readonly isTitle: boolean;
  readonly numId: string;
  readonly ilvl: number;
}

interface RawStyle {
  name: string;
  basedOn: string;
  outline: string;
  numId: string;
  ilvl: string;
}

export const NO_STYLE: DocxStyle = { level: 0, isTitle: false, numId: '', ilvl: 0 };
/** Styles may be based on each other in a cycle. */
const MAX_DEPTH = 16;

/** Reads the paragraph styles, by id. */
export async function readDocxStyles(
  parts: DocumentParts,
  part: string | undefined,
): Promise<(id: string) => DocxStyle> {
  const raw = new Map<string, RawStyle>();
  if (part !== undefined) await readRawStyles(parts, part, raw);
  return (id) => toStyle(raw, id);
}

async function readRawStyles(parts: DocumentParts, part: string, raw: Map<string, RawStyle>): Promise<void> {
  let open: RawStyle | undefined;
  await parts.readXml(part, {
    start(tag) {
      const value = tag.attribute('val');
      if (tag.name === 'style') {
        parts.budget.spend('items', 1);
        open = { name: '', basedOn: '', outline: '', numId: '', ilvl: '' };
        const type = tag.attribute('type');
        if (type === 'paragraph' || type === '') raw.set(tag.attribute('styleId'), open);
      } else if (!open) return;
      else if (tag.name === 'name') open.name ||= value;
      else if (tag.name === 'basedOn') open.basedOn = value;
      else if (tag.name === 'outlineLvl') open.outline = value;
      else if (tag.name === 'numId') open.numId = value;
      else if (tag.name === 'ilvl') open.ilvl = value;
    },
    end(name) {
      if (name === 'style') open = undefined;
    },
  });
}

/** Fills in unset properties from the style it is based on. */
function toStyle(raw: ReadonlyMap<string, RawStyle>, id: string): DocxStyle {
  let { level, isTitle, numId, ilvl } = NO_STYLE;
  let isLevelKnown = false;
  let at = raw.get(id) ?? { name: id, basedOn: '', outline: '', numId: '', ilvl: '' };
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const name = toAsciiLower(at.name);
    const heading = /^heading ?([1-9])$/.exec(name);
    if (!isLevelKnown && (heading || at.outline !== '')) {
      level = heading ? Number(heading[1]) : toOutlineLevel(at.outline);
      isLevelKnown = true;
    }
    isTitle ||= name === 'title';
    if (numId === '' && at.numId !== '') {
      numId = at.numId;
      ilvl = Number(at.ilvl) || 0;
    }
    const base = raw.get(at.basedOn);
    if (!base) break;
    at = base;
  }
  return { level, isTitle, numId, ilvl };
}

/** Levels are written from 0; 9 is body text. */
function toOutlineLevel(value: string): number {
  const level = Number(value);
  return value !== '' && level >= 0 && level < 9 ? level + 1 : 0;
}
