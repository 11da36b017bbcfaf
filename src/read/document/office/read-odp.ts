import type { DocumentParts } from '../document-parts.ts';
import type { DocumentText } from '../document-text.ts';
import { OdfBody } from './odf-body.ts';
import { openOdf } from './open-odf.ts';
import { SlideText } from './slide-text.ts';

export async function readOdp(parts: DocumentParts, out: DocumentText): Promise<void> {
  await openOdf(parts, out);
  let slide = new SlideText();
  let slides = 0;
  let notes = 0;
  /** Content type of each open frame. */
  const frames: string[] = [];
  const body = new OdfBody((block) => {
    if (notes > 0) slide.notes.push(block);
    else if (frames.at(-1) === 'title') slide.title.push(block.text);
    else slide.body.push(block);
  }, out.budget);
  const writeSlide = (): void => {
    slide.write(out, ++slides);
    slide = new SlideText();
  };
  const reading = parts.readMain('content.xml', {
    start(tag) {
      if (tag.name === 'page') slide = new SlideText();
      else if (tag.name === 'notes') notes++;
      else if (tag.name === 'frame') frames.push(tag.attribute('class'));
      body.start(tag);
    },
    text: (chars) => body.text(chars),
    end(name) {
      body.end(name);
      if (name === 'frame') frames.pop();
      else if (name === 'notes') notes--;
      else if (name === 'page') writeSlide();
    },
  });
  await reading.catch((error: unknown) => {
    body.finish();
    writeSlide();
    throw error;
  });
}
