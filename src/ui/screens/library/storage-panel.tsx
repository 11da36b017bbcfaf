import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { Meter } from '../../parts/controls/meter.tsx';
import { useApp } from '../../state/context.ts';
import { formatBytes } from '../../text/format.ts';
import { words } from '../../words/words.ts';

export function StoragePanel() {
  const { connection, state } = useApp();
  const { engine } = connection;
  const { value: figures, reload } = useLoaded(() => engine.storage(), [engine]);
  if (figures === undefined) return null;
  const ask = async () => {
    if (!(await engine.persist())) state.toasts.show(words.library.persistRefused);
    reload();
  };
  return (
    <Card title={words.library.storage}>
      <p>{words.library.used(formatBytes(figures.usedBytes), formatBytes(figures.quotaBytes))}</p>
      <Meter share={figures.quotaBytes > 0 ? figures.usedBytes / figures.quotaBytes : 0} />
      <p className={look.soft}>
        {words.library.backend[figures.backend]} {figures.fallbackReason}
      </p>
      <div className={look.row}>
        <span className={look.soft}>{figures.persisted ? words.library.persisted : words.library.notPersisted}</span>
        {!figures.persisted && figures.backend !== 'memory' && (
          <Button label={words.library.askPersist} onClick={() => void ask().catch(state.report)} />
        )}
      </div>
    </Card>
  );
}
