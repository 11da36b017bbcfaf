import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { copyText } from '../../state/actions/copy-text.ts';
import { useApp } from '../../state/context.ts';
import { exportWords } from '../../words/export.ts';
import { words } from '../../words/words.ts';
import { ExportCard } from './export-card.tsx';
import { useExport } from './use-export.ts';

/** The collection for agents in an editor, a terminal or a desktop app: an MCP bundle, or a skill. */
export function AgentCard() {
  const app = useApp();
  const { engine, readAgentServer } = app.connection;
  const { isBusy, escapeHidden, run } = useExport();
  const makeBundle = () =>
    run(async (options) => engine.exportAgent({ ...options, escapeHidden, server: await readAgentServer() }));
  const makeSkill = () => run((options) => engine.exportAgent({ ...options, escapeHidden }));
  return (
    <ExportCard
      title={exportWords.agent}
      text={exportWords.agentText}
      actionName={exportWords.downloads.agent}
      onAction={() => void makeBundle()}
    >
      <p className={look.small}>{exportWords.agentConfig}</p>
      <pre className={look.small}>{exportWords.agentLines}</pre>
      <div className={look.row}>
        <Button
          look="quiet"
          label={exportWords.copyConfig}
          onClick={() => void copyText(app, exportWords.agentLines, words.common.copied)}
        />
        <Button look="quiet" label={exportWords.downloadSkill} disabled={isBusy} onClick={() => void makeSkill()} />
      </div>
    </ExportCard>
  );
}
