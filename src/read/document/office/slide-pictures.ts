import { LIMITS } from '../../../model/limits.ts';
import { DocumentParts } from '../document-parts.ts';
import { DocumentText } from '../document-text.ts';
import { readRelations } from './ooxml.ts';
import { listSlides } from './read-pptx.ts';

/** Opens a presentation (pptx). The returned function reads the pictures of a slide by its number; pictures of its template are left out. */
export async function openSlides(bytes: Uint8Array): Promise<(slide: number) => Promise<readonly Blob[]>> {
  const out = new DocumentText('', LIMITS.maxDocumentPartBytes);
  const parts = await DocumentParts.open(bytes, out.budget);
  const slides = await listSlides(parts, out);
  return async (slide) => {
    const part = slides[slide - 1];
    const names = part === undefined ? [] : (await readRelations(parts, part)).ofType('image');
    const pictures = await Promise.all([...new Set(names)].map((name) => parts.read(name).catch(() => undefined)));
    return pictures.flatMap((picture) =>
      picture === undefined ? [] : [new Blob([picture as Uint8Array<ArrayBuffer>])],
    );
  };
}
