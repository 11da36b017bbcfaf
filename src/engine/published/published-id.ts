const PREFIX = 'published:';

/** A published collection is known by its address; it is in no store. */
export function toPublishedId(address: string): string {
  return PREFIX + address;
}

/** The address of its `collection/` folder; undefined for a collection of the person's own. */
export function findPublishedAddress(collectionId: string): string | undefined {
  return collectionId.startsWith(PREFIX) ? collectionId.slice(PREFIX.length) : undefined;
}
