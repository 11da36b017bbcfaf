import { countIndexed } from '../../../model/collection.ts';
import { Button } from '../../kit/button.tsx';
import * as cardCss from '../../kit/card.module.css';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { AddSource } from '../../parts/dialogs/add-source.tsx';
import { restoreCollection } from '../../state/actions/collection-actions.ts';
import { useApp } from '../../state/context.ts';
import { useSignal } from '../../state/signal.ts';
import { formatDate } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import * as css from './library.module.css';

export function FirstRun() {
  return (
    <div className={css.firstRun}>
      <div className={css.sheet}>
        <div className={look.stack}>
          <h1>{words.add.title}</h1>
          <p className={look.soft}>{words.add.subtitle}</p>
          <p className={css.purpose}>{words.add.purpose}</p>
        </div>
        <AddSource />
        <RecentlyDeleted />
      </div>
    </div>
  );
}

/** Deleted collections that can still be restored. */
export function RecentlyDeleted() {
  const app = useApp();
  const { engine } = app.connection;
  const version = useSignal(app.state.collections);
  const { value: deleted = [], reload } = useLoaded(() => engine.listDeleted(), [engine], {
    version,
    onFailure: 'ignore',
  });
  if (deleted.length === 0) return null;
  const run = (work: Promise<void>) => void work.catch(app.state.report).finally(reload);
  return (
    <details className={cardCss.card}>
      <summary>{words.deleted.title(deleted.length)}</summary>
      <p className={look.note} style={{ marginBlock: 8 }}>
        {words.deleted.hint}
      </p>
      <ul>
        {deleted.map(({ collection: { id, name, stats }, keptUntil }) => (
          <li key={id} className={css.source} aria-label={toShortName(name, 200)}>
            <strong>{toShortName(name, 200)}</strong>
            <span className={look.note}>
              {words.count.files(countIndexed(stats))} · {words.deleted.until(formatDate(keptUntil))}
            </span>
            <span className={css.actions}>
              <Button label={words.deleted.restore} onClick={() => run(restoreCollection(app, id))} />
              <Button label={words.deleted.purge} onClick={() => run(engine.purgeCollection(id))} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
