import type { ReadFile } from '../../model/cut.ts';

export interface DocumentFacts extends Pick<ReadFile, 'title' | 'description'> {
  /** Title in the text itself: on the first page or slide, or in the style of titles. */
  readonly cover?: string;
}
