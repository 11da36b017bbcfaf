/** `node --import tsx test/bench/agent-start.ts <unpacked bundle> <query>`: milliseconds from the start of its server to the first answer, five times. */
import { startSession } from '../support/mcp-bundle.ts';

const [folder = '', query = ''] = process.argv.slice(2);
for (let run = 0; run < 5; run++) {
  const start = performance.now();
  const session = await startSession(folder);
  const { facts } = await session.call('search', { query });
  console.log(`${Math.round(performance.now() - start)} ms, ${facts.total ?? facts.hits?.length} hits`);
  await session.client.close();
}
