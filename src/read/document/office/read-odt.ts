import type { DocumentParts } from '../document-parts.ts';
import type { DocumentFacts } from '../document-reader.ts';
import type { DocumentText } from '../document-text.ts';
import { createBlockWriter } from '../flow-text.ts';
import { OdfBody } from './odf-body.ts';
import { readProperties } from './properties.ts';
import { refuseEncrypted } from './refuse-encrypted.ts';

export async function readOdt(parts: DocumentParts, out: DocumentText): Promise<DocumentFacts> {
  await refuseEncrypted(parts);
  const properties = await readProperties(parts, 'meta.xml');
  const body = new OdfBody(createBlockWriter(out));
  await parts.readXml('styles.xml', { start: (tag) => body.lists.define(tag) });
  await parts.readMain('content.xml', body);
  body.finish();
  return { ...properties, title: properties.title || body.title };
}
