import type { DocumentFacts } from '../document-facts.ts';
import type { DocumentParts } from '../document-parts.ts';
import type { DocumentText } from '../document-text.ts';
import { createBlockWriter } from '../flow-text.ts';
import { OdfBody } from './odf-body.ts';
import { readProperties } from './properties.ts';
import { refuseEncrypted } from './refuse-encrypted.ts';

export async function readOdt(parts: DocumentParts, out: DocumentText): Promise<DocumentFacts> {
  await refuseEncrypted(parts);
  const properties = await readProperties(parts, 'meta.xml');
  out.facts = properties;
  const body = new OdfBody(createBlockWriter(out), out.budget);
  await parts.readXml('styles.xml', { start: (tag) => body.lists.define(tag) });
  try {
    await parts.readMain('content.xml', body);
  } finally {
    body.finish();
  }
  return { ...properties, cover: body.title };
}
