import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAny } from '../../../src/cli/node-engine.ts';
import { withTree } from '../../bench/packs/issues.ts';
import { findMisjudged, makeAlteredAnswers } from '../../support/altered-answers.ts';
import { makeNodeEngine } from '../../support/node-engine.ts';
import { testData } from '../../support/test-data.ts';

const ANSWERS = 50;

describe.skipIf(!testData.available)('[P8] answers about a real project and a document', () => {
  it('are flagged if they are altered, and only then', { timeout: 300_000 }, async () => {
    await withTree('requests', async (tree) => {
      await copyFile(testData.path('documents', 'pdf', 'pdf.js--standard_fonts.pdf'), join(tree, 'fonts.pdf'));
      const { engine } = await makeNodeEngine();
      const collectionId = await openAny(engine, tree);
      const answers = await makeAlteredAnswers(engine, collectionId, ANSWERS);
      const { missed, alarms } = await findMisjudged(engine, collectionId, answers);
      expect(missed.length, missed.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(ANSWERS * 0.02);
      expect(alarms.length, alarms.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(ANSWERS * 0.02);
    });
  });
});
