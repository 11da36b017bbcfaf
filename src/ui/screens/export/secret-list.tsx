import type { SecretPlace } from '../../../engine/contract.ts';
import { Card } from '../../kit/card.tsx';
import { CheckField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import type { Loaded } from '../../kit/use-loaded.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { exportWords } from '../../words/export.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly secrets: Loaded<readonly SecretPlace[]>;
  readonly allowed: ReadonlySet<string>;
  readonly isMasked: boolean;
  readonly onAllow: (allowed: ReadonlySet<string>) => void;
}

const SHOWN = 200;

export function SecretList({ secrets, allowed, isMasked, onAllow }: Props) {
  const { value: places, problem } = secrets;
  const toggle = (key: string) => {
    const next = new Set(allowed);
    if (!next.delete(key)) next.add(key);
    onAllow(next);
  };
  return (
    <Card title={exportWords.secrets}>
      {problem !== undefined && <p className={look.problem}>{describeProblem(problem)}</p>}
      {places === undefined && problem === undefined && (
        <p className={look.soft} role="status">
          {exportWords.scanning}
        </p>
      )}
      {places?.length === 0 && <p className={look.soft}>{exportWords.noSecrets}</p>}
      {places !== undefined && places.length > 0 && (
        <>
          <p className={isMasked ? look.soft : look.problem}>
            {words.count.places(places.length)} · {isMasked ? exportWords.allowHint : exportWords.notMasked}
          </p>
          <ul className={look.stack} style={{ gap: 4 }}>
            {places.slice(0, SHOWN).map((place) => {
              const key = `${place.path}:${place.line}:${place.kind}`;
              return (
                <li key={key}>
                  <CheckField
                    checked={allowed.has(key)}
                    disabled={!isMasked}
                    onChange={() => toggle(key)}
                    label={
                      <span className={look.name}>
                        <span className={look.srOnly}>{exportWords.allow(toVisibleName(key))}</span>
                        <span aria-hidden>
                          <code>{toVisibleName(place.line === 0 ? place.path : `${place.path}:${place.line}`)}</code>{' '}
                          {place.kind} {place.line === 0 && `${exportWords.inName} `}
                          <span className={look.faint}>{`[[secret:${place.kind}:${place.n}]]`}</span>
                        </span>
                      </span>
                    }
                  />
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Card>
  );
}
