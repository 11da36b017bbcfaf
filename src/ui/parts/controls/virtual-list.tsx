import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import * as css from './controls.module.css';

export interface VirtualListHandle {
  /** Scrolls as little as needed to show the row. */
  scrollTo(index: number): void;
}

interface Rows {
  readonly count: number;
  readonly rowHeight: number;
  /** The row in the tab order. */
  readonly active?: number;
  readonly handle?: RefObject<VirtualListHandle | null>;
}

interface Props extends Rows {
  readonly label: string;
  readonly className?: string;
  readonly renderRow: (index: number) => ReactNode;
  readonly rowKey?: (index: number) => string | number;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** A list of rows of equal height; only the visible ones are rendered. Each states its position and the number of rows. */
export function VirtualList(props: Props) {
  const { count, rowHeight, label, className = css.listScroll, renderRow, rowKey, onKeyDown } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRows(scroller, props);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the focused row
    <div className={className} ref={scroller} onKeyDown={onKeyDown}>
      <ul className={css.listRows} aria-label={label} style={{ height: count * rowHeight }}>
        {rows.map((i) => (
          <li
            key={rowKey?.(i) ?? i}
            aria-setsize={count}
            aria-posinset={i + 1}
            style={{ height: rowHeight, transform: `translateY(${i * rowHeight}px)` }}
          >
            {renderRow(i)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const OVERSCAN = 6;

/**
 * Returns the rows to render, in order: those near the view, which follow scrolling and resizing, and the active one wherever it is.
 * Without it, Tab would skip the list, and the focus would be lost with its row.
 */
export function useRows(scroller: RefObject<HTMLElement | null>, { count, rowHeight, active = -1, handle }: Rows) {
  const [view, setView] = useState({ top: 0, height: 800 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => {
      const top = Math.floor(element.scrollTop / rowHeight);
      const height = element.clientHeight;
      setView((now) => (now.top === top && now.height === height ? now : { top, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroller, rowHeight]);
  const scrollTo = (index: number) => {
    const element = scroller.current;
    if (element === null) return;
    const top = index * rowHeight;
    element.scrollTop = Math.min(top, Math.max(element.scrollTop, top + rowHeight - element.clientHeight));
  };
  useImperativeHandle(handle, () => ({ scrollTo }));
  const from = Math.max(0, Math.min(view.top, count) - OVERSCAN);
  const to = Math.min(count, view.top + Math.ceil(view.height / rowHeight) + OVERSCAN);
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  if (active >= 0 && active < from) rows.unshift(active);
  else if (active >= to && active < count) rows.push(active);
  return rows;
}
