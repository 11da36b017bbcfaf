import { useState } from 'react';
import { isOpen } from '../../../model/job.ts';
import { isEverything } from '../../../model/outputs/selection.ts';
import { OCR_LANGUAGES, type OcrLanguage } from '../../../model/recognised.ts';
import { Ask } from '../../kit/dialog.tsx';
import { CheckField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { recognise, removeRecognised } from '../../state/actions/recognise.ts';
import type { DialogProps } from '../../state/app-state.ts';
import { useApp } from '../../state/context.ts';
import { useSignal } from '../../state/signal.ts';
import { ocrWords } from '../../words/ocr.ts';

/** A full page takes about this long on a laptop. */
const PAGE_MS = 8_000;

/** Recognises the text of scans and pictures, or removes it. */
export function OcrDialog({ dialog, onClose }: DialogProps<'ocr'>) {
  const app = useApp();
  const { engine, loadRecogniser } = app.connection;
  const { collection, scope } = dialog;
  const { id } = collection;
  const [languages, setLanguages] = useState(dialog.languages ?? [findLanguage(navigator.language)]);
  const [isAlways, setAlways] = useState<boolean>();
  const loaded = useLoaded(
    async () => {
      const [files, state, recogniser] = await Promise.all([
        engine.listScanned(id, scope),
        engine.readRecognition(id),
        loadRecogniser?.(),
      ]);
      return { files, state, workers: recogniser?.ocrWorkers ?? 1 };
    },
    [engine, id, scope],
    { onFailure: 'return' },
  );
  const { files = [], state, workers = 1 } = loaded.value ?? {};
  const unread = files.reduce((sum, file) => sum + file.unread, 0);
  const recognised = files.reduce((sum, file) => sum + file.recognised, 0);
  const isRunning = useSignal(app.state.jobs).some(
    (job) => job.collectionId === id && job.type === 'ocr' && isOpen(job),
  );
  const minutes = Math.max(1, Math.round((unread * PAGE_MS) / workers / 60_000));
  const always = isAlways ?? state?.always !== undefined;
  const toggle = (language: OcrLanguage, isOn: boolean) =>
    setLanguages(OCR_LANGUAGES.filter((one) => (one === language ? isOn : languages.includes(one))));
  const keepAlways = () => {
    if (isAlways !== undefined)
      void engine.recogniseAlways(id, isAlways ? languages : undefined).catch(app.state.report);
  };
  const read = () => {
    keepAlways();
    void recognise(app, id, { scope, languages });
  };
  const forget = () => void engine.forgetRecognition(id).then(app.state.refresh).catch(app.state.report);
  const others: (readonly [string, () => void])[] = [];
  if (recognised > 0) others.push([ocrWords.remove(recognised), () => void removeRecognised(app, id, scope)]);
  if (dialog.languages !== undefined) others.push([ocrWords.dismiss, forget]);
  return (
    <Ask
      title={ocrWords.title}
      confirm={ocrWords.read(unread)}
      cancel={ocrWords.later}
      onCancel={keepAlways}
      disabled={isRunning || unread === 0 || languages.length === 0}
      others={others}
      onConfirm={read}
      onClose={onClose}
      form={loaded}
    >
      <p className={look.soft}>
        {isRunning ? ocrWords.running : unread === 0 ? ocrWords.none : ocrWords.intro(files.length, minutes)}
      </p>
      <fieldset>
        <legend>{ocrWords.languages}</legend>
        <div className={look.row}>
          {OCR_LANGUAGES.map((language) => (
            <CheckField
              key={language}
              label={ocrWords.names[language]}
              checked={languages.includes(language)}
              onChange={(isOn) => toggle(language, isOn)}
            />
          ))}
        </div>
        <span className={look.hint}>{ocrWords.oneLanguage}</span>
      </fieldset>
      {isEverything(scope) && (
        <CheckField label={ocrWords.always} hint={ocrWords.alwaysHint} checked={always} onChange={setAlways} />
      )}
    </Ask>
  );
}

const BY_LOCALE: Readonly<Record<string, OcrLanguage>> = {
  de: 'deu',
  fr: 'fra',
  es: 'spa',
  it: 'ita',
  pt: 'por',
  nl: 'nld',
  pl: 'pol',
  uk: 'ukr',
  zh: 'chi_sim',
  ja: 'jpn',
  ko: 'kor',
};

function findLanguage(locale: string): OcrLanguage {
  return BY_LOCALE[locale.slice(0, 2)] ?? 'eng';
}
