import { memo, type RefObject } from 'react';
import type { Skip } from '../../../model/skip.ts';
import { toClass } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { formatBytes } from '../../text/format.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import type { Ticked, TreeNode, TreeRow } from './build-tree.ts';
import * as css from './tree.module.css';

interface Props {
  readonly row: TreeRow;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly isOpen: boolean | undefined;
  /** Set for the one row in the tab order. */
  readonly activeRef: RefObject<HTMLDivElement | null> | undefined;
  readonly isCurrent: boolean;
  readonly ticked: Ticked | undefined;
  readonly onToggle: (node: TreeNode) => void;
  readonly onTick: (node: TreeNode) => void;
  readonly onOpen: (node: TreeNode) => void;
  readonly onFocusRow: (index: number) => void;
}

export const FileTreeRow = memo(function FileTreeRow(props: Props) {
  const { row, index, top, height, isOpen, activeRef, isCurrent, ticked, onToggle, onTick, onOpen, onFocusRow } = props;
  const { node, level, position, size } = row;
  const isFolder = node.file === undefined && node.skip === undefined && node.withoutText === undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles keys
    <div
      role="treeitem"
      className={css.row}
      data-index={index}
      ref={activeRef}
      tabIndex={activeRef ? 0 : -1}
      aria-level={level}
      aria-setsize={size}
      aria-posinset={position}
      aria-expanded={isOpen}
      aria-checked={ticked}
      aria-selected={isCurrent}
      aria-label={toLabel(node)}
      style={{ transform: `translateY(${top}px)`, height, paddingInlineStart: (level - 1) * 16 }}
      onClick={() => {
        onFocusRow(index);
        onOpen(node);
      }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: arrows open and close */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the pointer, the row is the control */}
      <span
        className={css.twist}
        onClick={(event) => {
          event.stopPropagation();
          if (isOpen !== undefined) onToggle(node);
        }}
      >
        {isOpen !== undefined && <Icon name="right" size={16} />}
      </span>
      {ticked !== undefined && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Space ticks the row
        // biome-ignore lint/a11y/noStaticElementInteractions: aria-checked is on the row
        <span
          className={css.tick}
          onClick={(event) => {
            event.stopPropagation();
            onFocusRow(index);
            onTick(node);
          }}
        >
          {ticked === 'true' && <Icon name="check" size={14} />}
          {ticked === 'mixed' && <Icon name="minus" size={14} />}
        </span>
      )}
      <span
        className={toClass(css.name, isFolder && css.folder, node.skip && css.skipped, node.withoutText && look.soft)}
      >
        <MiddleText text={node.name} max={72} tail={16} />
      </span>{' '}
      {node.skip !== undefined ? (
        <>
          <span className={`${css.meta} ${css.reason}`} title={describeSkip(node.skip)}>
            {describeSkip(node.skip)}
          </span>{' '}
          {canInclude(node.skip) && (
            <span className={css.include} aria-hidden>
              {words.files.include}
            </span>
          )}
        </>
      ) : node.withoutText !== undefined ? (
        <span className={css.meta}>{words.files.noTextReason(node.withoutText.reason)}</span>
      ) : (
        <span className={css.meta} title={words.files.exactSize(node.tokens, node.bytes)}>
          {node.files > 0 && words.count.tokensShort(node.tokens)}
        </span>
      )}
    </div>
  );
});

const BY_RULE: readonly Skip['reason'][] = ['ignored', 'default', 'excluded', 'not-included'];

/** Only a path that a rule skipped can be included by a rule; a limit or a read error would skip it again. */
export function canInclude({ reason }: Skip): boolean {
  return BY_RULE.includes(reason);
}

export function describeSkip(skip: Skip): string {
  const reason = words.files.reasons[skip.reason];
  if (skip.limit !== undefined && skip.actual !== undefined) {
    return `${reason}: ${words.files.limitActual(formatBytes(skip.actual), formatBytes(skip.limit))}`;
  }
  // The reason already says that the rule is in the default list.
  const rule = skip.reason === 'default' ? skip.rule?.replace(/^default /, '') : skip.rule;
  return rule === undefined ? reason : `${reason} ${toVisibleName(rule)}`;
}

function toLabel(node: TreeNode): string {
  const name = toVisibleName(node.name).slice(0, 1_000);
  if (node.skip !== undefined) {
    return `${name}, ${describeSkip(node.skip)}.${canInclude(node.skip) ? ` ${words.files.includeHint}` : ''}`;
  }
  if (node.withoutText !== undefined) return `${name}, ${words.files.noTextReason(node.withoutText.reason)}`;
  return `${name}, ${words.count.tokensShort(node.tokens)}`;
}
