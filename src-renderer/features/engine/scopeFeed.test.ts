import { describe, expect, it, vi } from 'vitest';
import { createMemoryHost } from '../../testing/memoryHost.ts';
import { createScopeFeed } from './scopeFeed.ts';

function pair(raw: number, clean: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat32(0, raw, true);
  new DataView(bytes.buffer).setFloat32(4, clean, true);
  return bytes;
}

async function connected() {
  const host = createMemoryHost();
  host.state.scope = [pair(0.5, 0.25)];
  await vi.waitFor(() => expect(host.client.connection).toBe('open'));
  const feed = createScopeFeed(host.client);
  feed.setSupported(true);
  feed.setSession(1);
  return { host, feed };
}

describe('scope feed', () => {
  it('opens the stream with the first who looks, and takes what comes', async () => {
    const { host, feed } = await connected();
    expect(host.calls).not.toContain('engine.watchScope');
    feed.subscribe(vi.fn());
    await vi.waitFor(() => expect(feed.pairsTotal).toBe(1));
    expect(feed.readPeak('raw', 0, 1)).toBe(0.5);
    expect(feed.readPeak('clean', 0, 1)).toBe(0.25);
  });

  it('opens it again after a lost connection', async () => {
    const { host, feed } = await connected();
    feed.subscribe(vi.fn());
    await vi.waitFor(() => expect(feed.pairsTotal).toBe(1));
    host.loseConnection();
    await vi.waitFor(() => expect(feed.pairsTotal).toBe(2));
  });

  it('asks nothing of a host that cleans nothing', async () => {
    const { host, feed } = await connected();
    feed.setSupported(false);
    feed.subscribe(vi.fn());
    await host.client.call('host.describe');
    expect(host.calls).not.toContain('engine.watchScope');
  });

  it('starts empty with another session', async () => {
    const { feed } = await connected();
    feed.subscribe(vi.fn());
    await vi.waitFor(() => expect(feed.pairsTotal).toBe(1));
    feed.setSession(2);
    expect(feed.pairsTotal).toBe(0);
  });
});
