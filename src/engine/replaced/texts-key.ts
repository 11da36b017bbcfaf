/** Key prefix of a collection's replaced texts, in its table of snapshots. In copies that earlier releases made, `!` replaces the first digit of older keys. */
export const TEXTS = 'texts/';
