import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import { type EngineState, liveInputOf } from '../../src-shared/contract/engine.ts';
import { unwrap, type RpcFailure } from '../../src-shared/contract/errors.ts';
import { failWith } from '../../src-shared/contract/errorTexts.ts';
import type { GlobalShortcutId } from '../../src-shared/domain/shortcuts.ts';
import {
  createClient,
  createMemoryChannelPair,
  type Client,
  type Router,
} from '../../src-shared/rpc/index.ts';

/** The shell's own connection to the host: what the tray does goes the way that a page's calls go. */
export function connectShell(
  router: Pick<Router, 'connect'>,
  onProblem: (error: RpcFailure) => void,
): Client<AppContract> {
  const [ours, hosts] = createMemoryChannelPair();
  router.connect(hosts);
  return createClient({
    contract: appContract,
    protocolVersion: PROTOCOL_VERSION,
    openChannel: () => ours,
    onProblem,
  });
}

/** What a key of the whole system does. Throws an `RpcError`. */
export async function runGlobalShortcut(
  client: Client<AppContract>,
  id: GlobalShortcutId,
  showCapture: () => Promise<void>,
): Promise<void> {
  switch (id) {
    case 'global.live':
      return void (await toggleLive(client));
    case 'global.mute':
      return await toggleOutput(client);
    case 'global.record':
      return await toggleTake(client);
    case 'global.capture':
      return await toggleCapture(client, showCapture);
  }
}

/** What the session's output is given: nothing, or the clean voice again. Nothing to do where none runs. */
async function toggleOutput(client: Client<AppContract>): Promise<void> {
  const { live } = unwrap(await client.call('engine.readState'));
  if (!live) return;
  const listening = live.listening === 'off' ? 'clean' : 'off';
  unwrap(await client.call('engine.setListening', { listening }));
}

/** Records the studio's channels as they are set up, or ends the recording. */
async function toggleTake(client: Client<AppContract>): Promise<void> {
  const { take } = unwrap(await client.call('recording.readState'));
  if (take) return void unwrap(await client.call('recording.stop'));
  const { session, setUp } = unwrap(await client.call('capture.readState'));
  // Without a channel the call would be refused anyway: the devices need not be opened for that.
  const opensDevices = !session && setUp.channels.some(({ isEnabled }) => isEnabled);
  if (opensDevices) unwrap(await client.call('capture.start', { setUp: null }));
  unwrap(await client.call('recording.start', { name: null, sound: { of: 'channels' } }));
}

/** Ends what is captured; else a page asks which screen it is to be, as its settings say. */
async function toggleCapture(client: Client<AppContract>, showCapture: () => Promise<void>): Promise<void> {
  const { take } = unwrap(await client.call('recording.readState'));
  if (take && !take.hasChannels) return void unwrap(await client.call('recording.stop'));
  if (take) throw failWith('TAKE_ALREADY_RUNNING', 'takeRunsAlready');
  await showCapture();
  unwrap(await client.call('video.askStart'));
}

/** Starts noise cancellation as the settings say, or stops it. Throws an `RpcError`. */
export async function toggleLive(client: Client<AppContract>): Promise<EngineState> {
  const state = unwrap(await client.call('engine.readState'));
  if (state.live) return unwrap(await client.call('engine.stopLive'));
  const settings = unwrap(await client.call('settings.read'));
  return unwrap(await client.call('engine.startLive', liveInputOf(settings)));
}
