import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEstimator, loadO200k } from '../../../src/export/pack/count-tokens.ts';
import { toUtf8 } from '../../../src/lib/bytes.ts';
import { estimateChunkTokens } from '../../../src/lib/estimate-tokens.ts';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';

const TEXTS = {
  English: 'This page explains how to search the collection and give only the necessary parts to the model.',
  Japanese: 'このページでは、コレクションを検索し、必要な部分だけをモデルに渡す方法を説明します。',
  Chinese: '本页介绍如何搜索文档集合，并只把需要的部分交给模型。文件不会被发送到设备之外。',
  Korean: '이 페이지에서는 컬렉션을 검색하고 필요한 부분만 모델에 전달하는 방법을 설명합니다.',
  Russian: 'На этой странице описано, как искать в коллекции и передавать модели только нужные части.',
};

describe('a token estimate', () => {
  it.each(Object.entries(TEXTS))('is within 40 % of the o200k tokens of a text in %s', async (_language, text) => {
    const ratio = createEstimator('other')(text) / (await loadO200k())(text);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.4);
  });

  it('of a file is the sum of the estimates of its chunks, in any script', async () => {
    const kernel = await loadNodeKernel();
    const settings = { ...DEFAULT_SETTINGS, chunk_min_chars: 0, chunk_max_chars: 400, chunk_target_chars: 200 };
    const line = fc.constantFrom('# Title', '', 'plain words', '日本語の文', 'привет, мир', '😀😀 mixed 漢字');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
        const bytes = toUtf8(lines.join('\n'));
        const { leaf } = kernel.makeLeaf({ path: 'a.md', kind: 'markdown', settings, bytes });
        const view = kernel.readLeaf(leaf);
        const sum = view.chunks.reduce((total, chunk) => total + estimateChunkTokens(chunk), 0);
        expect(view.tokenTotal).toBe(sum);
      }),
    );
  });
});
