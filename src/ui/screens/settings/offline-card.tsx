import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as look from '../../kit/look.module.css';
import { ProgressBar } from '../../parts/controls/progress-bar.tsx';
import { useApp, usePwa } from '../../state/context.ts';
import { formatBytes } from '../../text/format.ts';
import { listMissing } from '../../text/list-missing.ts';
import { settingsWords } from '../../words/settings.ts';

/** Says what works without a network and what does not yet. */
export function OfflineCard() {
  const { pwa } = useApp().connection;
  const { offlineReady, later } = usePwa();
  const [isAsked, setAsked] = useState(false);
  const { missing, total } = later ?? { missing: [], total: 0 };
  const keep = () => {
    setAsked(true);
    pwa.keepEverything();
  };
  return (
    <Card title={settingsWords.offline}>
      <p className={look.soft} role="status">
        {!offlineReady || later === undefined
          ? settingsWords.offlineNot
          : missing.length === 0
            ? settingsWords.offlineAll
            : settingsWords.offlinePart(listMissing(missing))}
      </p>
      {missing.length > 0 && (
        <div className={look.row}>
          <Button
            label={settingsWords.keepAll(formatBytes(missing.reduce((sum, { bytes }) => sum + bytes, 0)))}
            disabled={isAsked}
            onClick={keep}
          />
          {isAsked && <span className={look.hint}>{settingsWords.keeping(total - missing.length, total)}</span>}
        </div>
      )}
      {isAsked && missing.length > 0 && (
        <ProgressBar label={settingsWords.offline} value={total - missing.length} max={total} />
      )}
    </Card>
  );
}
