import type { Span } from '../../lib/span.ts';
import { AppError } from '../../model/app-error.ts';
import type { Host, OpenHost, Traffic } from '../../publish/contract.ts';
import type { PublishedFile } from '../../publish/format/layout.ts';
import { createRemoteService } from './remote-service.ts';

/** Hosts of published collections behind a port, each by its address. */
export interface HostService {
  readManifest(address: string): Promise<Uint8Array>;
  readSpans(
    address: string,
    file: PublishedFile,
    spans: readonly Span[],
    options?: { readonly again?: boolean },
  ): Promise<Uint8Array[]>;
  traffic(address: string): Promise<Traffic>;
}

/** Creates the end that reaches the hosts. */
export function createHostService(openHost: OpenHost): HostService {
  const hosts = new Map<string, Host>();
  const get = (address: string): Host => {
    const known = hosts.get(address) ?? openHost(address);
    hosts.set(address, known);
    return known;
  };
  return {
    readManifest: async (address) => get(address).readManifest(),
    readSpans: async (address, file, spans, options) => get(address).readSpans(file, spans, options),
    traffic: async (address) => get(address).traffic(),
  };
}

/** Creates the end that calls them. Calls `ask` when the first host is needed, and again after a loss. */
export function createHostLink(ask: () => void) {
  let join: (service: HostService) => void = () => {};
  const remote = createRemoteService(
    () =>
      new Promise<HostService>((resolve) => {
        join = resolve;
        ask();
      }),
  );
  return {
    open: (address: string): Host => ({
      readManifest: () => remote.call((service) => service.readManifest(address)),
      readSpans: (file, spans, options) => remote.call((service) => service.readSpans(address, file, spans, options)),
      traffic: () => remote.call((service) => service.traffic(address)),
    }),
    join: (service: HostService) => join(service),
    /** Fails pending calls with `publish/unreachable`; the next call requests another service. */
    lose: (reason: string) =>
      remote.lose(new AppError('publish/unreachable', 'other hosts cannot be asked here', { reason })),
  };
}
