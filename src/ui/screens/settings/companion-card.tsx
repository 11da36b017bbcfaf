import { useCompanion } from '../../state/use-companion.ts';
import { words } from '../../words/words.ts';

export function CompanionCard() {
  const status = useCompanion();
  return (
    <section className="card" aria-label={words.settings.companion}>
      <h2>{words.settings.companion}</h2>
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
    </section>
  );
}
