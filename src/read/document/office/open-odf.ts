import { DocumentError } from '../document-error.ts';
import type { DocumentParts } from '../document-parts.ts';
import type { DocumentText } from '../document-text.ts';
import { readProperties } from '../properties.ts';

/** Reads the properties of an OpenDocument file. Refuses an encrypted one: its manifest lists which parts are. */
export async function openOdf(parts: DocumentParts, out: DocumentText): Promise<void> {
  let isEncrypted = false;
  await parts.readXml('META-INF/manifest.xml', {
    start({ name }) {
      if (name === 'encryption-data') isEncrypted = true;
    },
  });
  if (isEncrypted) throw new DocumentError('encrypted', 'The document is encrypted.');
  out.facts = await readProperties(parts, 'meta.xml');
}
