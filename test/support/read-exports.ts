import { unzipSync } from 'fflate';
import type { ArtifactName, Engine, ExportOptions, PackOptions } from '../../src/engine/contract.ts';

let exported = 0;

/** Exports a zip, full and unmasked unless told otherwise. `texts` are its entries by name. */
export async function readExport(engine: Engine, collectionId: string, options: Partial<ExportOptions> = {}) {
  const jobId = `export-${exported++}`;
  const { blob, fileName } = await engine.exportZip({ collectionId, jobId, form: 'full', mask: false, ...options });
  const bytes = new Uint8Array(await (blob as Blob).arrayBuffer());
  const texts = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, entry]) => [name, new TextDecoder().decode(entry)]),
  );
  return { fileName, blob: blob as Blob, bytes, texts };
}

export async function readArtifact(
  engine: Engine,
  collectionId: string,
  name: ArtifactName = 'index.json',
  options: Parameters<Engine['exportArtifact']>[2] = {},
): Promise<string> {
  return (await engine.exportArtifact(collectionId, name, options)).text();
}

/** A pack about herons, masked by default. */
export function packOf(collectionId: string, options: Partial<PackOptions> = {}): PackOptions {
  return {
    ...{ collectionId, query: 'herons wade', budgetTokens: 4_000, format: 'markdown', counter: 'o200k', mask: true },
    ...options,
  };
}
