/** A line of Markdown made from HTML, and the lines of the source it comes from. */
export interface MarkdownLine {
  readonly text: string;
  readonly first: number;
  readonly last: number;
  /** Level of a heading. */
  readonly level?: number;
}
