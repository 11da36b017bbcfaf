import { toHash } from '../../state/route.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly collectionId: string;
  readonly withoutText: number;
  readonly skipped: number;
  readonly failed: number;
  /** True in summaries, which also show zeros: that nothing is missing is worth saying. */
  readonly saysZero?: boolean;
}

/** Counts of files that cannot be searched, each linked to its list. */
export function SkippedLinks({ collectionId, withoutText, skipped, failed, saysZero = false }: Props) {
  const figures = [
    { filter: 'without-text', count: withoutText, say: words.jobs.withoutText, zero: false },
    { filter: 'skipped', count: skipped, say: words.files.skippedCount, zero: saysZero },
    { filter: 'failed', count: failed, say: words.jobs.failed, zero: saysZero },
  ];
  return figures.map(({ filter, count, say, zero }) => {
    if (count === 0) return zero && <span key={filter}>{say(count)}</span>;
    return (
      <a key={filter} href={toHash({ place: 'files', collectionId, filter })}>
        {say(count)}
      </a>
    );
  });
}
