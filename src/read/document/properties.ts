import type { DocumentParts } from './document-parts.ts';

export interface Properties {
  readonly title: string;
  readonly description: string;
}

/** Reads title and description by their Dublin Core names: core properties of Office, `meta.xml`, the package of an EPUB. */
export async function readProperties(parts: DocumentParts, part: string): Promise<Properties> {
  const found = { title: '', description: '' };
  let open: keyof typeof found | undefined;
  await parts.readXml(part, {
    start({ name }) {
      open = (name === 'title' || name === 'description') && found[name] === '' ? name : undefined;
    },
    text(chars) {
      if (open) found[open] += chars;
    },
    end() {
      open = undefined;
    },
  });
  return { title: found.title.trim(), description: found.description.trim() };
}
