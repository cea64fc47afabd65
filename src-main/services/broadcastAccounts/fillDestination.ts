import type { Account } from './account.ts';
import type { BroadcastPort, Destination } from './ports.ts';

/** Address and key of the account, for this destination. */
export async function fillDestination(
  account: Account,
  destination: Destination,
  broadcast: BroadcastPort,
): Promise<void> {
  const session = await account.session();
  const ingest = await account.driver.readIngest(session);
  await broadcast.fill(destination, ingest, account.broadcast?.watchLink ?? session.channel.watchLink);
}
