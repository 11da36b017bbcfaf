/** An entry of a reference file. */
export interface Reference {
  readonly key: string;
  /** Type of the entry in BibTeX. */
  readonly type: string;
  readonly title: string;
  /** As written, first name first. */
  readonly authors: readonly string[];
  readonly year?: number;
  /** In lower case, without an address. */
  readonly doi?: string;
  /** Paths of its attachments, on the machine that wrote the file. */
  readonly files: readonly string[];
  /** Fields in the syntax of BibTeX. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}
