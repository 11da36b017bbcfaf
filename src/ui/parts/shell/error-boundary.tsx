import { Component, type ReactNode } from 'react';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { copyText } from '../../state/actions/copy-and-save.ts';
import { useApp } from '../../state/context.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly children: ReactNode;
  /** A new value (the place in view) clears the error. */
  readonly resetKey?: string;
}

interface State {
  readonly error?: unknown;
  readonly failedKey?: string;
}

/** Keeps the rest of the page working. The report contains the kind of error and its place, never file content. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    if (state.error === undefined) return { failedKey: props.resetKey };
    return state.failedKey === props.resetKey ? null : { error: undefined, failedKey: props.resetKey };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <div className="loading" role="alert">
        <h1>{words.failure.title}</h1>
        <p>{isMissingPart(error) ? words.failure.chunk : words.failure.text}</p>
        <div className={look.row}>
          <Button look="primary" label={words.common.retry} onClick={() => this.setState({ error: undefined })} />
          <Button label={words.failure.reload} onClick={() => location.reload()} />
          <CopyReport error={error} />
        </div>
        <p className={look.hint}>{words.failure.reportHint}</p>
      </div>
    );
  }
}

function CopyReport({ error }: { readonly error: unknown }) {
  const app = useApp();
  const copy = () => void copyText(app, toReport(error), words.common.copied);
  return <Button label={words.failure.report} onClick={copy} />;
}

function isMissingPart(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|importing a module|module script/i.test(error.message)
  );
}

/** Builds the report. Messages may quote file content, so only the kind of error and the stack's file names and lines are included. */
export function toReport(error: unknown): string {
  const kind = error instanceof Error ? error.name : typeof error;
  const code = typeof (error as { code?: unknown } | null)?.code === 'string' ? (error as { code: string }).code : '';
  const places = error instanceof Error ? (error.stack?.match(/[\w.-]+\.(?:js|ts|tsx):\d+:\d+/g) ?? []) : [];
  return JSON.stringify(
    { kind, code, places: places.slice(0, 12), browser: globalThis.navigator?.userAgent ?? '' },
    null,
    2,
  );
}
