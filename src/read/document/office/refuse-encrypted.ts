import { DocumentError } from '../document-error.ts';
import type { DocumentParts } from '../document-parts.ts';

/** OpenDocument encrypts parts one by one; its manifest lists which. */
export async function refuseEncrypted(parts: DocumentParts): Promise<void> {
  let isEncrypted = false;
  await parts.readXml('META-INF/manifest.xml', {
    start({ name }) {
      if (name === 'encryption-data') isEncrypted = true;
    },
  });
  if (isEncrypted) throw new DocumentError('encrypted', 'The document is encrypted.');
}
