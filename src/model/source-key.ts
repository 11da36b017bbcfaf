declare const brand: unique symbol;

/** One source of one collection. A source id comes from its name and is unique only inside its collection, so it must not be used as a key. */
export type SourceKey = string & { readonly [brand]: 'SourceKey' };

export interface SourceName {
  readonly collectionId: string;
  readonly sourceId: string;
}

export function toSourceKey({ collectionId, sourceId }: SourceName): SourceKey {
  return `${collectionId}/${sourceId}` as SourceKey;
}
