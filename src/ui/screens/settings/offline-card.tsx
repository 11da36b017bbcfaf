import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { ProgressBar } from '../../parts/controls/progress-bar.tsx';
import { useApp, usePwa } from '../../state/context.ts';
import { formatBytes } from '../../text/format.ts';
import { listMissing } from '../../text/list-missing.ts';
import { words } from '../../words/words.ts';

/** Says what works without a network and what does not yet. */
export function OfflineCard() {
  const { pwa } = useApp().connection;
  const { offlineReady, later } = usePwa();
  const [isAsked, setAsked] = useState(false);
  const missing = later?.missing ?? [];
  const isAll = offlineReady && later !== undefined && missing.length === 0;
  const keep = () => {
    setAsked(true);
    pwa.keepEverything();
  };
  return (
    <Card title={words.settings.offline}>
      <p className="soft" role="status">
        {isAll
          ? words.settings.offlineAll
          : offlineReady && later !== undefined
            ? words.settings.offlinePart(listMissing(missing))
            : words.settings.offlineNot}
      </p>
      {later !== undefined && missing.length > 0 && (
        <div className="row">
          <Button
            label={words.settings.keepAll(formatBytes(missing.reduce((sum, { bytes }) => sum + bytes, 0)))}
            disabled={isAsked}
            onClick={keep}
          />
          {isAsked && <span className="hint">{words.settings.keeping(later.total - missing.length, later.total)}</span>}
        </div>
      )}
      {isAsked && later !== undefined && missing.length > 0 && (
        <ProgressBar label={words.settings.offline} value={later.total - missing.length} max={later.total} />
      )}
    </Card>
  );
}
