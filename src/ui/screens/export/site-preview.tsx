import { useEffect } from 'react';
import type { PublishOptions } from '../../../engine/contract.ts';
import type { SiteAccess } from '../../../model/choices.ts';
import { type Collection, countIndexed, countWithoutText } from '../../../model/collection.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { Ask } from '../../kit/dialog.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { newJobUntil } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { formatBytes, formatCount } from '../../text/format.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { exportWords } from '../../words/export.ts';
import { useExport } from './use-export.ts';

const { preview: own } = exportWords;

interface Props {
  readonly choice: Pick<PublishOptions, 'site' | 'lock'>;
  readonly access: SiteAccess;
  /** What is said about secrets. */
  readonly secrets: string;
  readonly onBack: () => void;
  readonly onClose: () => void;
  readonly onPublish: () => void;
}

/** Makes the site, lists what it will be, and opens it as a visitor would. */
export function SitePreview({ choice, access, secrets, onBack, onClose, onPublish }: Props) {
  const { engine, readApp, showSite } = useApp().connection;
  const { collection, scope, facts } = useExport();
  const make = async (signal: AbortSignal) => {
    const jobId = newJobUntil(signal, engine);
    const options = { collectionId: collection.id, jobId, ...scope, ...choice, app: await readApp(), preview: true };
    const made = await engine.publish(options);
    const files = made.preview?.files ?? new Map<string, Blob>();
    return { ...made, shown: signal.aborted ? undefined : await showSite?.(files) };
  };
  const { value: made, problem } = useLoaded(make, [], { onFailure: 'return' });
  useEffect(() => made?.shown?.close, [made]);
  const { site = {}, lock } = choice;
  const rows: readonly (readonly [string, string])[] =
    (made && [
      [own.name, site.name || collection.name],
      [own.description, site.description || own.none],
      [own.address, site.address || own.noAddress],
      [own.start, site.start || own.firstOfContents],
      [own.leftOut, toLeftOut(collection, facts?.files)],
      [own.secrets, secrets],
      [own.models, lock === undefined ? own.llms : own.noLlms],
      [own.access, own.accesses[access]],
      [own.size, own.sizeOf(formatBytes(made.bytes), made.entries)],
      [own.firstAnswer, own.firstAnswerOf(formatBytes(made.preview?.firstAnswerBytes ?? 0))],
    ]) ??
    [];
  const key = lock !== undefined && 'key' in lock ? `#key=${lock.key}` : '';
  return (
    <Ask
      title={own.title}
      confirm={exportWords.makeZip}
      onConfirm={onPublish}
      stays
      others={[[own.back, onBack, { disabled: false }]]}
      onClose={onClose}
      disabled={made === undefined}
    >
      {problem !== undefined && <p className={look.problem}>{describeProblem(problem)}</p>}
      {made === undefined && problem === undefined && <p role="status">{own.making}</p>}
      {made !== undefined && (
        <>
          <table className={look.table} aria-label={own.checklist}>
            <tbody>
              {rows.map(([name, text]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {made.shown === undefined ? (
            <p className={look.hint}>{own.cannotOpen}</p>
          ) : (
            <p>
              <ButtonLink label={own.open} href={made.shown.address + key} target="_blank" rel="noopener" />{' '}
              <span className={look.hint}>{own.openHint}</span>
            </p>
          )}
        </>
      )}
    </Ask>
  );
}

function toLeftOut({ stats }: Collection, files = countIndexed(stats)): string {
  const counts = [
    [countWithoutText(stats), own.withoutText],
    [stats.skipped, own.skipped],
    [countIndexed(stats) - files, own.excluded],
  ] as const;
  return counts.flatMap(([n, text]) => (n > 0 ? [`${formatCount(n)} ${text}`] : [])).join(', ') || own.nothing;
}
