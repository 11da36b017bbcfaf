type AnchorHit<C> = (text: string, at: number, context: C) => void;

interface Anchor<C> {
  readonly literal: string;
  /** ASCII letters match in either case. */
  readonly anyCase: boolean;
  readonly hit: AnchorHit<C>;
}

/** Finds all anchors in one pass: by a hash of three characters, then by comparison. */
export interface AnchorTable<C> {
  add(literal: string, hit: AnchorHit<C>, options?: { anyCase: boolean }): void;
  /** Calls `run` for every run of at least `runChars` letters and digits. */
  scan(text: string, context: C, run: (start: number, end: number) => void): void;
}

const HASH_MASK = 0x7fff;
const ANCHOR_CHARS = 3;

export function createAnchorTable<C>(runChars: number): AnchorTable<C> {
  const bucketOf = new Uint16Array(HASH_MASK + 1);
  const buckets: Anchor<C>[][] = [[]];
  return {
    add(literal, hit, { anyCase } = { anyCase: false }) {
      if (literal.length < ANCHOR_CHARS) throw new Error(`an anchor needs three characters: ${literal}`);
      let hash = 0;
      for (let i = 0; i < ANCHOR_CHARS; i++) hash = next(hash, literal.charCodeAt(i));
      if (bucketOf[hash] === 0) bucketOf[hash] = buckets.push([]) - 1;
      buckets[bucketOf[hash] as number]?.push({ literal, anyCase, hit });
    },
    scan(text, context, run) {
      let hash = 0;
      let runStart = 0;
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        hash = next(hash, unit);
        const bucket = bucketOf[hash] as number;
        if (bucket !== 0) {
          for (const anchor of buckets[bucket] as Anchor<C>[])
            if (startsWith(text, anchor, i - 2)) anchor.hit(text, i - 2, context);
        }
        if (isAlphanumeric(unit)) continue;
        if (i - runStart >= runChars) run(runStart, i);
        runStart = i + 1;
      }
      if (text.length - runStart >= runChars) run(runStart, text.length);
    },
  };
}

/** Hashes the last three characters, ignoring case. */
function next(hash: number, unit: number): number {
  return ((hash << 5) ^ (unit | 32)) & HASH_MASK;
}

function startsWith<C>(text: string, { literal, anyCase }: Anchor<C>, at: number): boolean {
  if (!anyCase) return text.startsWith(literal, at);
  for (let i = 0; i < literal.length; i++) {
    if ((text.charCodeAt(at + i) | 32) !== (literal.charCodeAt(i) | 32)) return false;
  }
  return true;
}

export function isAlphanumeric(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57);
}
