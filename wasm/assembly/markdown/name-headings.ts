import { cutAt, cutCount } from '../chunk/cuts';
import { headingLength, headingPtr, headingText } from './heading-text';

/** Gives cuts from `first` on the text of their headings; after the last line, when all link definitions are known. */
export function nameHeadings(first: i32): void {
  for (let i = first; i < cutCount; i++) {
    let cut = cutAt(i);
    headingText(cut.name, cut.nameLength);
    cut.name = headingPtr;
    cut.nameLength = headingLength;
  }
}
