import type { KeyboardEvent, PointerEvent } from 'react';
import { usePreference } from '../../kit/hooks.ts';
import * as css from './controls.module.css';

interface Props {
  readonly label: string;
  /** Width of the pane before the splitter. */
  readonly name: 'facetsWidth' | 'resultsWidth' | 'treeWidth';
  readonly min: number;
  readonly max: number;
}

const STEP = 16;

/** A window splitter that follows the ARIA pattern: moved by arrow keys or pointer. */
export function Splitter({ label, name, min, max }: Props) {
  const [width, setWidth] = usePreference(name);
  const set = (value: number) => setWidth(Math.round(Math.min(max, Math.max(min, value))));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') set(width - STEP);
    else if (event.key === 'ArrowRight') set(width + STEP);
    else if (event.key === 'Home') set(min);
    else if (event.key === 'End') set(max);
    else return;
    event.preventDefault();
  };
  const onPointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLDivElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    set(clientX - (currentTarget.previousElementSibling?.getBoundingClientRect().left ?? 0));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be focused and moved
    <div
      className={css.splitter}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}
