import type { ReactNode } from 'react';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as look from '../../kit/look.module.css';
import { toSelectionName } from '../../text/describe-selection.ts';
import { words } from '../../words/words.ts';
import { useExport } from './use-export.ts';

interface Props {
  readonly title: string;
  readonly text: string;
  /** Visible label of the button; `words.common.download` if not given. */
  readonly action?: string;
  /** Accessible name of the button, which names the card; the visible label if not given. */
  readonly actionName?: string;
  readonly isPrimary?: boolean;
  /** True, or the reason. */
  readonly disabled?: boolean | string | undefined;
  readonly onAction: () => void;
  readonly children?: ReactNode;
}

/** One way to export: a title, the selection in force, a sentence, its options and one button. */
export function ExportCard({ title, text, action, actionName, isPrimary, disabled, onAction, children }: Props) {
  const { selection, facts, isBusy } = useExport();
  const files = facts === undefined ? '' : ` · ${words.count.files(facts.files)}`;
  const button = (
    <Button
      look={isPrimary ? 'primary' : 'plain'}
      label={action ?? words.common.download}
      aria-label={actionName}
      disabled={isBusy || disabled}
      onClick={onAction}
    />
  );
  return (
    <Card title={title} action={button} isPrimary={isPrimary}>
      <p className={look.hint}>{`${toSelectionName(selection)}${files}`}</p>
      <p>{text}</p>
      {children}
    </Card>
  );
}
