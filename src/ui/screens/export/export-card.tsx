import { createContext, useContext } from 'react';
import type { Collection } from '../../../model/collection.ts';
import type { Selection } from '../../../model/outputs/selection.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as look from '../../kit/look.module.css';
import { words } from '../../words/words.ts';

/** Dependencies of a card that exports a selection. */
export interface ExportProps {
  readonly collection: Collection;
  readonly selection: Selection;
  readonly isBusy: boolean;
  /** Positions of secrets the user allowed. */
  readonly allowed: ReadonlySet<string>;
}

interface Props {
  readonly title: string;
  readonly text: string;
  /** Visible label of the button; `words.common.download` if not given. */
  readonly action?: string;
  /** Accessible name of the button, which names the card; the visible label if not given. */
  readonly actionName?: string;
  readonly isPrimary?: boolean;
  readonly isDisabled: boolean | string;
  readonly onAction: () => void;
  readonly children?: React.ReactNode;
}

/** The selection in force, as every card names it. */
export const ExportScope = createContext('');

/** One way to export: a title, the selection in force, a sentence, its options and one button. */
export function ExportCard({ title, text, action, actionName, isPrimary, isDisabled, onAction, children }: Props) {
  const button = (
    <Button
      look={isPrimary ? 'primary' : 'plain'}
      label={action ?? words.common.download}
      aria-label={actionName}
      disabled={isDisabled}
      onClick={onAction}
    />
  );
  return (
    <Card title={title} action={button} isPrimary={isPrimary}>
      <p className={look.hint}>{useContext(ExportScope)}</p>
      <p>{text}</p>
      {children}
    </Card>
  );
}
