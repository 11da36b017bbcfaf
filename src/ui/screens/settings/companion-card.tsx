import { Card } from '../../kit/card.tsx';
import { useCompanion } from '../../state/use-companion.ts';
import { settingsWords } from '../../words/settings.ts';

export function CompanionCard() {
  const status = useCompanion();
  return (
    <Card title={settingsWords.companion}>
      {status === undefined ? (
        <p className="soft">{settingsWords.companionMissing}</p>
      ) : (
        <>
          <p>{settingsWords.companionHere(status.version, status.origins.length)}</p>
          <ul>
            {status.origins.map((origin) => (
              <li key={origin} className="mono">
                {origin}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
