import { commands } from './commands.ts';

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<{ id: number; name: keyof typeof commands; args: readonly unknown[] }>) => void;
  postMessage(value: unknown): void;
};

scope.onmessage = async ({ data: { id, name, args } }) => {
  try {
    scope.postMessage({
      id,
      value: await (commands[name] as (...all: readonly unknown[]) => Promise<unknown>)(...args),
    });
  } catch (error) {
    const code = (error as { code?: string }).code;
    scope.postMessage({ id, error: `${code ?? ''} ${error instanceof Error ? error.message : String(error)}`.trim() });
  }
};
