import type { DocumentParts } from '../document-parts.ts';

export interface Relations {
  /** The part with this id; undefined when it lies outside the document or is not there. */
  find(id: string): string | undefined;
  /** Parts of a type, by the last word of its address, in the order they are listed. */
  ofType(type: string): string[];
}

/** What a part of an Office document refers to. Nothing outside the document is ever looked at. */
export async function readRelations(parts: DocumentParts, part: string): Promise<Relations> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const rows: { id: string; type: string; target: string }[] = [];
  await parts.readXml(`${folder}_rels/${part.slice(slash)}.rels`, {
    start(tag) {
      if (tag.name !== 'Relationship' || tag.attribute('TargetMode') === 'External') return;
      const type = tag.attribute('Type');
      const target = resolvePart(folder, tag.attribute('Target'));
      rows.push({ id: tag.attribute('Id'), type: type.slice(type.lastIndexOf('/') + 1), target });
    },
  });
  const targets = new Map(rows.map(({ id, target }) => [id, target]));
  return {
    find: (id) => targets.get(id),
    ofType: (wanted) => rows.filter(({ type }) => type === wanted).map(({ target }) => target),
  };
}

/** Relative to the folder of the part that names it. */
export function resolvePart(folder: string, target: string): string {
  const segments = target.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const segment of target.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

/** The part an Office document begins with. */
export async function findMainPart(parts: DocumentParts, usual: string): Promise<string> {
  const [main] = (await readRelations(parts, '')).ofType('officeDocument');
  return main !== undefined && parts.has(main) ? main : usual;
}
