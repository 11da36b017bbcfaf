import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { forgetSearches, useRecentSearches } from '../../state/actions/recent-searches.ts';
import { useApp } from '../../state/context.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly collectionId: string;
  readonly onChoose: (query: string) => void;
}

export function RecentSearches({ collectionId, onChoose }: Props) {
  const app = useApp();
  const recent = useRecentSearches(collectionId);
  if (recent.length === 0) return null;
  return (
    <section className={look.stack} aria-label={words.search.recent}>
      <div className={look.row}>
        <h2>{words.search.recent}</h2>
        <Button look="link" label={words.search.forget} onClick={() => forgetSearches(app, collectionId)} />
      </div>
      <div className={look.row}>
        {recent.map((query) => (
          <Button key={query} label={toShortName(query, 60)} onClick={() => onChoose(query)} />
        ))}
      </div>
    </section>
  );
}
