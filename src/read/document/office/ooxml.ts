import { resolvePath } from '../../../lib/resolve-path.ts';
import { type DocumentParts, readProperties } from '../document-parts.ts';
import type { DocumentText } from '../document-text.ts';
import type { FlowEnds, FlowStarts } from '../flow-text.ts';

/** Reads the references of a part. Never follows one that leads outside the document. */
export async function readRelations(parts: DocumentParts, part: string) {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const rows: { id: string; type: string; target: string }[] = [];
  await parts.readXml(`${folder}_rels/${part.slice(slash)}.rels`, {
    start(tag) {
      if (tag.name !== 'Relationship' || tag.attribute('TargetMode') === 'External') return;
      parts.budget.spend('items', 1);
      const type = tag.attribute('Type');
      const target = resolvePath(tag.attribute('Target'), folder);
      rows.push({ id: tag.attribute('Id'), type: type.slice(type.lastIndexOf('/') + 1), target });
    },
  });
  const targets = new Map(rows.map(({ id, target }) => [id, target]));
  return {
    /** Finds the part with this id; undefined when it is missing or outside the document. */
    find: (id: string) => targets.get(id),
    /** Lists parts of a type, by the last word of the type's address, in file order. */
    ofType: (wanted: string) => rows.filter(({ type }) => type === wanted).map(({ target }) => target),
  };
}

type Relations = Awaited<ReturnType<typeof readRelations>>;

/** Reads the properties of an Office document, and finds its main part; `usual` is the name that most programs give it. */
export async function openOffice(
  parts: DocumentParts,
  out: DocumentText,
  usual: string,
): Promise<{ readonly main: string; readonly relations: Relations }> {
  const root = await readRelations(parts, '');
  const [core = 'docProps/core.xml'] = root.ofType('core-properties');
  out.facts = await readProperties(parts, core);
  const [named] = root.ofType('officeDocument');
  const main = named !== undefined && parts.has(named) ? named : usual;
  return { main, relations: await readRelations(parts, main) };
}

/** Elements of tables and text boxes, with the same names in documents and slides. */
export const OOXML_STARTS: FlowStarts = new Map([
  ['tbl', 'table'],
  ['tc', 'cell'],
  ['txbxContent', 'box'],
]);
export const OOXML_ENDS: FlowEnds = new Map([
  ['tc', 'endCell'],
  ['tr', 'endRow'],
  ['tbl', 'endTable'],
  ['txbxContent', 'endBox'],
]);
