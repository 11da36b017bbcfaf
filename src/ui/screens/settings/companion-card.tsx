import { Card } from '../../kit/card.tsx';
import { useCompanion } from '../../state/use-companion.ts';
import { words } from '../../words/words.ts';

export function CompanionCard() {
  const status = useCompanion();
  return (
    <Card title={words.settings.companion}>
      {status === undefined ? (
        <p className="soft">{words.settings.companionMissing}</p>
      ) : (
        <>
          <p>{words.settings.companionHere(status.version, status.origins.length)}</p>
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
