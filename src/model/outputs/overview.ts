/** Facts for a newcomer to a collection. A function of files and settings [E1]. */
export interface Overview {
  /** The paragraph of the README, index page or home note about the subject. */
  readonly intro?: { readonly path: string; readonly text: string } | undefined;
  /** Folders with the most text, by their last common folder; the path of that folder itself means the files directly in it. */
  readonly folders: readonly { readonly path: string; readonly files: number; readonly bytes: number }[];
  /** Programming languages and other kinds, most files first, with the query that finds them. */
  readonly languages: readonly { readonly name: string; readonly files: number; readonly query: string }[];
  readonly starts: readonly StartFile[];
  /** Searches that find something: headings, symbols and titles of the collection. */
  readonly searches: readonly string[];
}

/** A file to read first. */
export interface StartFile {
  readonly path: string;
  readonly title: string;
  readonly why: 'introduction' | 'entry' | 'named' | 'index' | 'linked' | 'longest';
}
