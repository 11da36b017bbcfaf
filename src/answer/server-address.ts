import type { ModelServer } from './contract.ts';

/** Where Ollama, LM Studio, llama.cpp and vLLM listen unless they are told otherwise. */
export const LOCAL_SERVERS: readonly ModelServer[] = [11434, 1234, 8080, 8000].map((port) => ({
  base: `http://127.0.0.1:${port}`,
}));

/** Reads an address as people copy it: with or without a scheme, with `/v1` or a whole route. */
export function parseServerAddress(typed: string): string | undefined {
  const text = typed.trim();
  const isWeb = /^https?:\/\//i.test(text);
  if (text === '' || (!isWeb && /^[a-z][a-z0-9+.-]*:\/\//i.test(text))) return undefined;
  try {
    const { origin, pathname, username } = new URL(isWeb ? text : `http://${text}`);
    if (username !== '') return undefined;
    const path = pathname.replace(/\/(?:chat\/completions|models)\/?$/, '').replace(/\/+$/, '');
    return origin + path.replace(/\/v1$/, '');
  } catch {
    return undefined;
  }
}

/** Whether the address is this computer, so that nothing leaves it. */
export function isOwnComputer(base: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(base).hostname);
}

/** The command that starts a server so that this page may ask it. The port says which server it is likely to be. */
export function toStartCommand(base: string, pageOrigin: string): string | undefined {
  const { port } = new URL(base);
  if (port === '1234') return 'lms server start --cors';
  if (port === '8000') return `vllm serve MODEL --allowed-origins '["${pageOrigin}"]'`;
  if (port === '8080') return 'llama-server -m MODEL.gguf';
  return port === '11434' ? `OLLAMA_ORIGINS=${pageOrigin} ollama serve` : undefined;
}
