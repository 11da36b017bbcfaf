import type { DocumentParts } from '../document-parts.ts';
import type { DocumentText } from '../document-text.ts';
import { createBlockWriter } from '../flow-text.ts';
import { OdfBody } from './odf-body.ts';
import { openOdf } from './open-odf.ts';

export async function readOdt(parts: DocumentParts, out: DocumentText): Promise<void> {
  await openOdf(parts, out);
  const body = new OdfBody(createBlockWriter(out), out.budget);
  await parts.readXml('styles.xml', { start: (tag) => body.lists.define(tag) });
  try {
    await parts.readMain('content.xml', body);
  } finally {
    body.finish();
  }
  out.facts = { ...out.facts, cover: body.title };
}
