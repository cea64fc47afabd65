import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHost, type Host } from '../../src-main/node/host.ts';
import { RpcError, unwrap } from '../../src-shared/contract/errors.ts';
import type { AppContract } from '../../src-shared/contract/index.ts';
import type { PluginChain } from '../../src-shared/contract/plugins.ts';
import type { Client } from '../../src-shared/rpc/index.ts';
import { connectToHost } from '../lib/hostClient.ts';

/** Debian's zam-plugins, of another maker. */
const COMP = '2046504473616C63504D435A00000000';
const EQ = '2046504473616C633251455A00000000';

let dir: string;
let host: Host;
let client: Client<AppContract>;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-chains-'));
  host = await startHost({
    dataDir: dir,
    port: 0,
    env: { ...process.env, SECRET_TOKEN: 'hidden', HOME: dir },
  });
  client = connectToHost(host);
  unwrap(await client.call('capture.addChannel', { id: 'voice', name: 'Voice' }));
});
afterAll(async () => {
  client.close();
  await host.close();
  rmSync(dir, { recursive: true, force: true });
});

const channelId = 'voice';
const readChain = async () => unwrap(await client.call('plugins.readChain', { channelId }));

describe('a channel’s chain of plug-ins', () => {
  it('is made of what the first look at the catalogue finds', async () => {
    const catalogue = async () => unwrap(await client.call('plugins.readCatalogue'));
    await expect.poll(async () => (await catalogue()).scannedAtMs, { timeout: 60_000 }).not.toBeNull();
    const { plugins } = await catalogue();
    expect(plugins.filter(({ vendor }) => vendor === 'Damien Zammit')).toHaveLength(17);
    expect(unwrap(await client.call('plugins.list', {})).map(({ id }) => id)).toContain(COMP);
  });

  it('loads plug-ins at their places, moves, bypasses and unloads them', async () => {
    const comp = unwrap(await client.call('plugins.load', { channelId, pluginId: COMP }));
    expect(comp).toMatchObject({ name: 'ZamComp', pluginId: COMP, isBypassed: false, problem: null });
    expect(comp.running?.inputs.map(({ isMain }) => isMain)).toEqual([true, false]);
    const eq = unwrap(await client.call('plugins.load', { channelId, pluginId: EQ, position: 0 }));
    const names = async () => (await readChain()).plugins.map(({ name }) => name);
    expect(await names()).toEqual(['ZamEQ2', 'ZamComp']);
    unwrap(await client.call('plugins.move', { channelId, pluginId: eq.id, position: 1 }));
    expect(await names()).toEqual(['ZamComp', 'ZamEQ2']);
    // By the id of the catalogue, as the document has it: it is there once.
    unwrap(await client.call('plugins.setBypassed', { channelId, pluginId: EQ, isBypassed: true }));
    expect((await readChain()).plugins[1]?.isBypassed).toBe(true);
    expect(unwrap(await client.call('plugins.list', { channelId })).map(({ id }) => id)).toEqual([
      comp.id,
      eq.id,
    ]);
    unwrap(await client.call('plugins.unload', { channelId, pluginId: EQ }));
    expect(await readChain()).toMatchObject({ status: 'running', plugins: [{ name: 'ZamComp' }] });
    const { setUp } = unwrap(await client.call('capture.readState'));
    expect(setUp.channels[0]?.plugins).toMatchObject([{ pluginId: COMP, name: 'ZamComp', state: null }]);
  });

  it('sets parameters by index and by name, and says what they are then', async () => {
    const target = { channelId, pluginId: COMP };
    const parameters = unwrap(await client.call('plugins.readParameters', target));
    const threshold = parameters.find(({ name }) => name === 'Threshold');
    if (!threshold) throw new Error('ZamComp has no threshold');
    expect(threshold.units).toBe('dB');
    const byName = await client.call('plugins.setParameter', {
      ...target,
      parameter: 'threshold',
      value: 0.25,
    });
    expect(unwrap(byName).value).toBeCloseTo(0.25, 5);
    const byIndex = await client.call('plugins.setParameter', {
      ...target,
      parameter: threshold.index,
      value: { text: '-30' },
    });
    expect(Number(unwrap(byIndex).display)).toBeCloseTo(-30, 1);
    expect(
      await client.call('plugins.setParameter', { ...target, parameter: 'None', value: 0 }),
    ).toMatchObject({
      success: false,
      error: { code: 'PARAMETER_NOT_FOUND' },
    });
  });

  it('keeps presets as files, and gives states back', async () => {
    const target = { channelId, pluginId: COMP };
    const value = async () =>
      unwrap(await client.call('plugins.readParameters', target)).find(({ name }) => name === 'Threshold')
        ?.value;
    const before = await value();
    unwrap(await client.call('plugins.savePreset', { ...target, name: 'Mine/../x' }));
    const [preset] = unwrap(await client.call('plugins.listPresets', target));
    expect(preset?.isOwn).toBe(true);
    const exported = unwrap(await client.call('plugins.exportPreset', target));
    expect(Buffer.from(exported.data, 'base64').subarray(0, 4).toString()).toBe('VST3');
    unwrap(await client.call('plugins.setParameter', { ...target, parameter: 'Threshold', value: 1 }));
    expect(await value()).toBe(1);
    if (preset) unwrap(await client.call('plugins.loadPreset', { ...target, preset }));
    expect(await value()).toBeCloseTo(before ?? -1, 4);
    const bad = Buffer.from('VST3 and then nothing of the kind').toString('base64');
    expect(await client.call('plugins.importPreset', { ...target, data: bad })).toMatchObject({
      success: false,
      error: { code: 'PLUGIN_PRESET_INVALID' },
    });
  });

  it('runs in a process of its own, which knows no secret', async () => {
    const [pid] = sandboxes();
    if (pid === undefined) throw new Error('there is no sandbox');
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('hidden');
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toContain('PATH=');
  });

  it('comes back on its own once after a crash, as it was, and is offered then', async () => {
    const target = { channelId, pluginId: COMP };
    unwrap(await client.call('plugins.setParameter', { ...target, parameter: 'Threshold', value: 0.5 }));
    const marks: boolean[] = [];
    const stop = client.subscribe('plugins.onMarked', ({ isRestarting }) => marks.push(isRestarting));
    kill(sandboxes()[0]);
    await expect.poll(async () => [marks.length, (await readChain()).status], SOON).toEqual([1, 'running']);
    const parameters = unwrap(await client.call('plugins.readParameters', target));
    expect(parameters.find(({ name }) => name === 'Threshold')?.value).toBeCloseTo(0.5, 4);
    kill(sandboxes()[0]);
    await expect.poll(async () => (await readChain()).status, SOON).toBe('marked');
    expect(marks).toEqual([true, false]);
    expect((await readChain()).mark?.message).toMatch(/"ZamComp" has failed: It crashed \(SIGKILL\)/);
    expect(await client.call('plugins.readParameters', target)).toMatchObject({ success: false });
    const again = unwrap(await client.call('plugins.restart', { channelId }));
    expect(again).toMatchObject({ status: 'running', mark: null } satisfies Partial<PluginChain>);
    stop();
    expect(sandboxes()).toHaveLength(1);
  });

  it('is opened again when the engine process has died', async () => {
    // What was turned less than half a second ago may be lost: here it has been reported.
    unwrap(await client.call('plugins.readState', { channelId, pluginId: COMP }));
    const pid = host.core.engine.pid;
    if (pid === undefined) throw new Error('no engine runs');
    process.kill(pid, 'SIGKILL');
    await expect
      .poll(async () => {
        const answer = await client.call('plugins.readParameters', { channelId, pluginId: COMP });
        return answer.success && answer.data.find(({ name }) => name === 'Threshold')?.value;
      }, SOON)
      .toBeCloseTo(0.5, 4);
    await expect.poll(() => sandboxes().length, SOON).toBe(1);
  });

  it('says what cannot be loaded', async () => {
    const answer = await client.call('plugins.load', { channelId, pluginId: 'F'.repeat(32) });
    if (answer.success) throw new Error('it was loaded');
    expect(answer.error.code).toBe('PLUGIN_NOT_FOUND');
    expect(() => unwrap(answer)).toThrow(RpcError);
  });

  it('ends with the host, its state kept, and begins with it again', async () => {
    unwrap(
      await client.call('plugins.setParameter', {
        channelId,
        pluginId: COMP,
        parameter: 'Ratio',
        value: 0.75,
      }),
    );
    client.close();
    await host.close();
    expect(sandboxes()).toEqual([]);
    host = await startHost({ dataDir: dir, port: 0, env: { ...process.env, HOME: dir } });
    client = connectToHost(host);
    expect(await readChain()).toMatchObject({
      status: 'closed',
      plugins: [{ name: 'ZamComp', running: null }],
    });
    const parameters = unwrap(await client.call('plugins.readParameters', { channelId, pluginId: COMP }));
    const valueOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.value;
    expect(valueOf('Threshold')).toBeCloseTo(0.5, 4);
    expect(valueOf('Ratio')).toBeCloseTo(0.75, 4);
  });
});

const SOON = { timeout: 30_000, interval: 100 };

/** The sandboxes of this test's engine, zombies among them. */
function sandboxes(): number[] {
  const list = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' });
  const rows = list.split('\n').map((line) => line.trim().split(/\s+/));
  const engines = rows.filter(([, ppid]) => Number(ppid) === process.pid).map(([pid]) => pid);
  return rows
    .filter(([, ppid, ...args]) => engines.includes(ppid ?? '') && /sounddesk_plugin/.test(args.join(' ')))
    .map(([pid]) => Number(pid));
}

function kill(pid: number | undefined): void {
  if (pid === undefined || !existsSync(`/proc/${pid}`)) throw new Error('there is no sandbox to kill');
  process.kill(pid, 'SIGKILL');
}
