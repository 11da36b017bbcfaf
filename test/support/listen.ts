import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  readonly port: number;
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts a server on loopback; port 0 picks a free one. */
export async function listen(server: Server, port = 0): Promise<Listening> {
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: own } = server.address() as AddressInfo;
  return {
    port: own,
    origin: `http://127.0.0.1:${own}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
