import { build, type InlineConfig, type Rollup } from 'vite';

/** Builds files that the app's own build writes with its own: same target, no configuration file. */
export async function buildBeside(
  root: string,
  { build: more, ...config }: InlineConfig,
): Promise<Rollup.RollupOutput['output']> {
  const built = await build({
    root,
    base: './',
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ...config,
    build: { target: 'es2022', write: false, modulePreload: false, chunkSizeWarningLimit: 4_000, ...more },
  });
  return (built as Rollup.RollupOutput).output;
}
