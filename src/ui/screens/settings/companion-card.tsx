import { Card } from '../../kit/card.tsx';
import * as look from '../../kit/look.module.css';
import { useCompanion } from '../../state/use-companion.ts';
import { settingsWords } from '../../words/settings.ts';

export function CompanionCard() {
  const status = useCompanion();
  return (
    <Card title={settingsWords.companion}>
      {status === undefined ? (
        <p className={look.soft}>{settingsWords.companionMissing}</p>
      ) : (
        <>
          <p>{settingsWords.companionHere(status.version, status.origins.length)}</p>
          <ul>
            {status.origins.map((origin) => (
              <li key={origin} className={look.mono}>
                {origin}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
