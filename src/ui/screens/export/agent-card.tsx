import type { AgentExportOptions } from '../../../engine/contract.ts';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { copyText } from '../../state/actions/copy-text.ts';
import { useApp } from '../../state/context.ts';
import { exportWords } from '../../words/export.ts';
import { words } from '../../words/words.ts';
import { ExportCard, type ExportProps } from './export-card.tsx';
import { runExport, toExportScope } from './run-export.ts';

interface Props extends ExportProps {
  readonly escapeHidden: boolean;
}

/** The collection for agents in an editor, a terminal or a desktop app: an MCP bundle, or a skill. */
export function AgentCard({ collection, selection, isBusy, allowed, escapeHidden }: Props) {
  const app = useApp();
  const make = (form: 'mcp' | 'skill') =>
    runExport(app, collection.id, async (jobId) => {
      const options: AgentExportOptions = {
        collectionId: collection.id,
        jobId,
        escapeHidden,
        ...toExportScope(selection, allowed),
      };
      const { engine, readAgentServer } = app.connection;
      return engine.exportAgent(form === 'mcp' ? { ...options, server: await readAgentServer() } : options);
    });
  return (
    <ExportCard
      title={exportWords.agent}
      text={exportWords.agentText}
      actionName={exportWords.downloads.agent}
      isDisabled={isBusy}
      onAction={() => void make('mcp')}
    >
      <p className={look.small}>{exportWords.agentConfig}</p>
      <pre className={look.small}>{exportWords.agentLines}</pre>
      <div className={look.row}>
        <Button
          look="quiet"
          label={exportWords.copyConfig}
          onClick={() => void copyText(app, exportWords.agentLines, words.common.copied)}
        />
        <Button look="quiet" label={exportWords.downloadSkill} disabled={isBusy} onClick={() => void make('skill')} />
      </div>
    </ExportCard>
  );
}
