import { type FormEvent, useState } from 'react';
import { findBrowserModel } from '../../../answer/browser-model.ts';
import type { ModelServer, ServerModel } from '../../../answer/contract.ts';
import { isOwnComputer, LOCAL_SERVERS, parseServerAddress, toStartCommand } from '../../../answer/server-address.ts';
import { Button } from '../../kit/button.tsx';
import { CheckField, SelectField, TextField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { useApp } from '../../state/context.ts';
import { type Problem, readError } from '../../state/read-error.ts';
import { askWords, describeAskProblem } from '../../words/ask.ts';
import * as css from './answer.module.css';
import { type ModelChoice, readKey, toHost, writeKey } from './asking.ts';

export function describeChoice(choice: ModelChoice): string {
  if (choice.type === 'browser') return askWords.browserModel;
  return isOwnComputer(choice.base)
    ? askWords.onThisComputer(choice.name)
    : askWords.onHost(choice.name, toHost(choice));
}

interface PickerProps {
  readonly choice: ModelChoice;
  readonly onOther: () => void;
}

/** The chosen model, and the way to another one. */
export function ModelPicker({ choice, onOther }: PickerProps) {
  const options = [
    ['now', describeChoice(choice)],
    ['other', askWords.otherModel],
  ] as const;
  return (
    <SelectField
      label={askWords.model}
      value="now"
      options={options}
      onChange={(value) => value === 'other' && onOther()}
    />
  );
}

interface Found {
  readonly server: ModelServer;
  readonly models: readonly ServerModel[];
}

interface SetupProps {
  readonly onChoose: (choice: ModelChoice) => void;
  readonly onCancel: (() => void) | undefined;
}

/** Explains how to get a model, and finds one after a click. */
export function ModelSetup({ onChoose, onCancel }: SetupProps) {
  const { connection } = useApp();
  const [found, setFound] = useState<readonly Found[]>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly problem: Problem; readonly base: string }>();
  const [browser, setBrowser] = useState<string>();
  const { openModels } = connection;
  const find = async () => {
    setBusy(true);
    setProblem(undefined);
    setBrowser(await findBrowserModel());
    const answers = await openModels?.().then(
      (models) => models.find(LOCAL_SERVERS),
      () => [],
    );
    setFound(
      LOCAL_SERVERS.flatMap((server, i) => (answers?.[i] === undefined ? [] : [{ server, models: answers[i] }])),
    );
    setBusy(false);
  };
  const connect = async (server: ModelServer) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const models = (await (await openModels?.())?.list(server)) ?? [];
      setFound([{ server, models }]);
    } catch (error) {
      setProblem({ problem: readError(error), base: server.base });
    }
    setBusy(false);
  };
  return (
    <section className={css.setup} aria-label={askWords.choose}>
      <p>{askWords.why}</p>
      <div className={look.row}>
        {openModels !== undefined && (
          <Button
            look="primary"
            label={isBusy ? askWords.finding : askWords.find}
            isBusy={isBusy}
            onClick={() => void find()}
          />
        )}
        {onCancel !== undefined && <Button look="quiet" label={askWords.cancel} onClick={onCancel} />}
        <span className={look.hint}>{askWords.findHint}</span>
      </div>
      {browser !== undefined && (
        <div className={look.row}>
          <span>{askWords.browserSays(browser)}</span>
          {browser !== 'unavailable' && (
            <Button label={askWords.useBrowser} onClick={() => onChoose({ type: 'browser' })} />
          )}
        </div>
      )}
      <FoundModels found={found} onChoose={onChoose} />
      {openModels !== undefined && <OtherServer isBusy={isBusy} onConnect={(server) => void connect(server)} />}
      {problem !== undefined && (
        <p className={look.problem} role="alert">
          {describeAskProblem(problem.problem, toStartCommand(problem.base, location.origin))}
        </p>
      )}
    </section>
  );
}

function FoundModels({
  found,
  onChoose,
}: {
  readonly found: readonly Found[] | undefined;
  readonly onChoose: SetupProps['onChoose'];
}) {
  if (found === undefined) return null;
  if (found.length === 0)
    return (
      <div role="status" className={look.stack}>
        <p>{askWords.noneFound}</p>
        {LOCAL_SERVERS.slice(0, 3).map(({ base }) => (
          <code key={base}>{toStartCommand(base, location.origin)}</code>
        ))}
      </div>
    );
  return (
    <div role="status" className={css.found}>
      {found.map(({ server: { base }, models }) =>
        models.length === 0 ? (
          <p key={base}>{askWords.noModels(new URL(base).host)}</p>
        ) : (
          models.map(({ name, kind, contextTokens }) => {
            const choice = { type: 'server', base, name, kind, contextTokens } as const;
            return <Button key={`${base} ${name}`} label={describeChoice(choice)} onClick={() => onChoose(choice)} />;
          })
        ),
      )}
    </div>
  );
}

function OtherServer({
  isBusy,
  onConnect,
}: {
  readonly isBusy: boolean;
  readonly onConnect: (server: ModelServer) => void;
}) {
  const [address, setAddress] = useState('');
  const [key, setKey] = useState('');
  const [isRemembered, setRemembered] = useState(false);
  const [isBad, setBad] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const base = parseServerAddress(address);
    setBad(base === undefined);
    if (base === undefined) return;
    if (key !== '') writeKey(base, key, isRemembered);
    onConnect({ base, key: readKey(base) });
  };
  return (
    <details>
      <summary>{askWords.address}</summary>
      <form className={look.stack} onSubmit={submit}>
        <TextField
          label={askWords.address}
          hint={askWords.addressHint}
          problem={isBad ? askWords.badAddress : undefined}
          inputMode="url"
          value={address}
          onChange={setAddress}
        />
        <TextField
          label={askWords.key}
          hint={askWords.keyHint}
          type="password"
          autoComplete="off"
          value={key}
          onChange={setKey}
        />
        {key !== '' && <CheckField label={askWords.remember} checked={isRemembered} onChange={setRemembered} />}
        <div>
          <Button type="submit" label={askWords.connect} disabled={isBusy || address.trim() === ''} />
        </div>
      </form>
    </details>
  );
}
