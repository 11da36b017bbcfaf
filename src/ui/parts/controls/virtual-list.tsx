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

interface Props {
  readonly count: number;
  readonly rowHeight: number;
  readonly label: string;
  readonly className?: string;
  readonly renderRow: (index: number) => ReactNode;
  readonly rowKey?: (index: number) => string | number;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly handle?: RefObject<VirtualListHandle | null>;
  readonly before?: ReactNode;
}

export interface VirtualListHandle {
  scrollTo(index: number): void;
}

const OVERSCAN = 6;

/** A list of rows of equal height; only the visible ones are rendered. Each states its position and the number of rows. */
export function VirtualList(props: Props) {
  const { count, rowHeight, label, className = css.listScroll, renderRow, rowKey, onKeyDown, handle, before } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { from, to } = useWindow(scroller, rowHeight, count);
  useScrollHandle(scroller, rowHeight, handle);
  const rows: ReactNode[] = [];
  for (let i = from; i < to; i++) {
    rows.push(
      <li
        key={rowKey?.(i) ?? i}
        aria-setsize={count}
        aria-posinset={i + 1}
        style={{ height: rowHeight, transform: `translateY(${i * rowHeight}px)` }}
      >
        {renderRow(i)}
      </li>,
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the focused row
    <div className={className} ref={scroller} onKeyDown={onKeyDown}>
      {before}
      <ul className={css.listRows} aria-label={label} style={{ height: count * rowHeight }}>
        {rows}
      </ul>
    </div>
  );
}

/** Returns the first and last row to render; follows scrolling and resizing. */
export function useWindow(scroller: RefObject<HTMLElement | null>, rowHeight: number, count: number) {
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
  const from = Math.max(0, Math.min(view.top, count) - OVERSCAN);
  const to = Math.min(count, view.top + Math.ceil(view.height / rowHeight) + OVERSCAN);
  return { from, to };
}

export function useScrollHandle(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  handle: RefObject<VirtualListHandle | null> | undefined,
): void {
  useImperativeHandle(
    handle,
    () => ({
      scrollTo(index) {
        const element = scroller.current;
        if (element === null) return;
        const top = index * rowHeight;
        if (top < element.scrollTop) element.scrollTop = top;
        else if (top + rowHeight > element.scrollTop + element.clientHeight)
          element.scrollTop = top + rowHeight - element.clientHeight;
      },
    }),
    [scroller, rowHeight],
  );
}
