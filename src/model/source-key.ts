declare const brand: unique symbol;

/** One source of one collection. The id of a source is made of its name and unique inside its collection only, so it is never a key alone. */
export type SourceKey = string & { readonly [brand]: 'SourceKey' };

export interface SourceName {
  readonly collectionId: string;
  readonly sourceId: string;
}

export function toSourceKey({ collectionId, sourceId }: SourceName): SourceKey {
  return `${collectionId}/${sourceId}` as SourceKey;
}
