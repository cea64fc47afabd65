import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createSoundDesk, SoundDeskError } from '../../clients/typescript/sounddesk.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import type { LooseFile } from '../../src-shared/contract/looseFiles.ts';
import { curlOf, ENDPOINTS, type Endpoint } from '../../src-renderer/site/api/document.ts';
import { callApi, startApiHost, type ApiHost } from '../lib/apiHost.ts';
import { makeNoise, makeSpeech, mixAtSnr, writeWav } from '../lib/recordings.ts';
import { startPulse, type SoundServer } from '../lib/virtualAudio.ts';
import { OPENAI_KEY, startVoiceProviders, type VoiceProviders } from '../lib/voiceProviders.ts';

let server: SoundServer;
let providers: VoiceProviders;
let api: ApiHost;
beforeAll(async () => {
  server = await startPulse();
  providers = await startVoiceProviders();
  api = await startApiHost({ env: server.env });
});
afterAll(async () => {
  await api?.close();
  await server?.close();
  await providers?.close();
});

/** Runs a line of the reference page as it is there. */
async function curl(id: string): Promise<Record<string, unknown>> {
  const endpoint = ENDPOINTS.find((one) => one.id === id);
  const { stdout } = await promisify(execFile)('sh', ['-c', `${curlOf(endpoint as Endpoint)} --silent`], {
    cwd: api.dataDir,
    env: { ...process.env, SOUNDDESK_API: `http://127.0.0.1:${api.port}`, SOUNDDESK_API_KEY: api.key },
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

const PRESET = {
  name: 'Garage',
  description: 'A fan.',
  environment: 'Home',
  sensitivity: 70,
  noiseReduction: 80,
  equalizerGainsDb: null,
  compressor: null,
};

async function finished(location: string) {
  const read = async () =>
    (await api.call(location)).json as { state: string; result: { files: { name: string }[] } };
  await expect.poll(async () => (await read()).state).not.toBe('running');
  return await read();
}

describe('recording by the API', () => {
  it('records, marks, stops, exports and downloads', async () => {
    const made = await curl('createRecording');
    expect(made).toMatchObject({ status: 'recording', tracks: 1, estimatedSize: '311 MB' });
    const path = `/takes/${encodeURIComponent(String(made.recordingId))}`;
    await expect
      .poll(async () => (await api.call('/recording')).json.take)
      .toMatchObject({ progress: { recordedSec: expect.any(Number) as number } });
    expect(
      (await api.call('/recording/markers', { method: 'POST', body: { label: 'Here' } })).json.label,
    ).toBe('Here');
    expect((await api.call('/recording/stop', { method: 'POST' })).json).toMatchObject({
      lastTake: { code: null },
    });
    // The studio is as it was.
    await expect.poll(async () => (await api.call('/studio')).json.session).toBeNull();
    await expect
      .poll(async () => unwrap(await api.client.call('capture.readState')).setUp.channels)
      .toEqual([]);

    const body = { what: 'mix', container: 'wav', encoding: 'pcm24', targetLufs: null };
    const begun = await api.call(`${path}/exports/sound`, { method: 'POST', body });
    expect(begun.status, begun.text).toBe(202);
    const job = await finished(begun.headers.location ?? '');
    expect(job.state, JSON.stringify(job)).toBe('done');
    const file = `${path}/exports/${encodeURIComponent(job.result.files[0]?.name ?? '')}`;
    const whole = await api.call(file);
    expect(whole.status).toBe(200);
    const part = await api.call(file, { headers: { range: 'bytes=0-3' } });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([
      206,
      'RIFF',
      `bytes 0-3/${whole.headers['content-length']}`,
    ]);
    const same = await api.call(file, { headers: { 'if-none-match': whole.headers.etag ?? '' } });
    expect(same.status).toBe(304);
    const behind = await api.call(file, { headers: { range: 'bytes=999999999-' } });
    expect([behind.status, behind.json.code]).toEqual([416, 'RANGE_UNSATISFIABLE']);
  });

  it('cleans live with a preset, and stops', async () => {
    expect(await curl('startNoiseCancellation')).toMatchObject({
      status: 'active',
      profile: 'office-open-space',
    });
    const state = await api.call('/audio/noise-cancellation');
    expect(state.json).toMatchObject({ live: { chain: { denoise: { sensitivity: 80, reduction: 90 } } } });
    const stopped = await api.call('/audio/noise-cancellation/stop', { method: 'POST' });
    expect(stopped.json.live).toBeNull();
  });
});

describe('the other lines of the reference page', () => {
  it('transcribe and translate a file, with the user’s own key', async () => {
    writeFileSync(join(api.dataDir, 'interview.wav'), 'RIFF of a test');
    unwrap(await api.client.call('keys.save', { provider: 'openai', key: OPENAI_KEY }));
    const baseUrls = { openai: providers.openAiUrl };
    unwrap(await api.client.call('voice.updateSettings', { baseUrls }));
    const answer = await curl('transcribeVoice');
    expect(answer).toMatchObject({ originalText: expect.stringContaining('night shift') as string });
    expect(Object.keys(answer.translations as object)).toEqual(['de']);
  });

  it('say what a broadcast lacks', async () => {
    expect(await curl('startBroadcast')).toMatchObject({ status: 404, code: 'DESTINATION_NOT_FOUND' });
  });
});

describe('calls of the API', () => {
  it('are done once with an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'one' };
    const made = await api.call('/presets', { method: 'POST', body: PRESET, headers });
    const again = await api.call('/presets', { method: 'POST', body: PRESET, headers });
    expect(again.json.id).toBe(made.json.id);
    const other = await api.call('/presets', { method: 'POST', body: { ...PRESET, name: 'Shed' }, headers });
    expect([other.status, other.json.code]).toEqual([422, 'KEY_REUSED']);
  });

  it('answer in pages', async () => {
    const first = await api.call('/presets?limit=2');
    expect(first.json.items).toHaveLength(2);
    const next = await api.call(`/presets?limit=2&after=${String(first.json.next)}`);
    expect(next.json.items).toHaveLength(2);
    expect(next.json.items).not.toEqual(first.json.items);
  });

  it('change nothing that was changed meanwhile', async () => {
    const { etag = '' } = (await api.call('/settings')).headers;
    const change = (theme: string) =>
      api.call('/settings', { method: 'PATCH', body: { theme }, headers: { 'if-match': etag } });
    expect((await change('light')).status).toBe(200);
    expect((await change('dark')).json).toMatchObject({ status: 412, code: 'CHANGED_MEANWHILE' });
    expect((await api.call('/settings')).json.theme).toBe('light');
  });

  it('are counted where they start work, and listed without their bodies', async () => {
    const before = (await api.call('/key')).json.calls as { used: number };
    await api.call('/plugins/scan', { method: 'POST', body: {} });
    await api.call('/takes');
    expect((await api.call('/key')).json.calls).toMatchObject({ used: before.used + 1, limit: null });
    const calls = unwrap(await api.client.call('api.listCalls'));
    expect(calls.find(({ path }) => path === '/api/v1/plugins/scan')).toMatchObject({
      method: 'POST',
      status: 202,
    });
  });

  it('end with the revocation of their key', async () => {
    const { key, state } = await api.createKey(['read']);
    expect((await api.call('/key', { key })).status).toBe(200);
    unwrap(await api.client.call('api.revokeKey', { id: state.keys.at(-1)?.id ?? '' }));
    expect((await api.call('/key', { key })).json).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });

  it('are made by the TypeScript client', async () => {
    const client = createSoundDesk({ key: api.key, url: `http://127.0.0.1:${api.port}` });
    expect((await client.listPresets({ limit: 1 })).items).toHaveLength(1);
    const { id } = await client.uploadFile({ name: 'a.wav', body: new Blob(['RIFF']) });
    expect((await client.listFiles({ limit: 1 })).items).toMatchObject([{ id, name: 'a.wav', sizeBytes: 4 }]);
    await client.deleteFile({ id });
    const wrong = client.deletePreset({ id: 'none' });
    await expect(wrong).rejects.toBeInstanceOf(SoundDeskError);
    await expect(wrong).rejects.toMatchObject({ problem: { code: 'PRESET_NOT_FOUND' } });
    for await (const event of client.followEvents({ names: 'settings.onChanged', after: 'begin' })) {
      expect(event.name).toBe('settings.onChanged');
      break;
    }
  });
});

describe('files of the API', () => {
  it('lie in takes and exports alone: no way leads elsewhere', async () => {
    const exportsPath = join(api.dataDir, 'exports', 'open');
    mkdirSync(exportsPath, { recursive: true });
    writeFileSync(join(api.dataDir, 'secret'), 'secret');
    symlinkSync(join(api.dataDir, 'secret'), join(exportsPath, 'link'));
    for (const name of ['..%2f..%2fsecret', '%2e%2e', 'link', '..', '.%00', 'none']) {
      const answer = await api.call(`/takes/open/exports/${name}`);
      expect(answer.status, name).toBeGreaterThanOrEqual(400);
      expect(answer.status, name).toBeLessThan(500);
      expect(answer.text, name).not.toBe('secret');
    }
  });

  it('are uploaded within their limits', async () => {
    const put = (headers: Record<string, string>, body: string) =>
      api.call('/cover', { method: 'PUT', headers, body });
    expect((await put({ 'content-length': String(9 << 20) }, '')).status).toBe(400);
    expect((await put({ 'transfer-encoding': 'chunked' }, 'abc')).json.code).toBe('LENGTH_MISSING');
    expect((await put({ 'content-length': '3' }, 'abc')).json.code).toBe('FORMAT_UNSUPPORTED');
  });
});

describe('a recording that a program brings', () => {
  const uploadFile = async (name: string, bytes: Buffer) => {
    const headers = { 'content-length': String(bytes.length) };
    const answer = await api.call(`/files?name=${name}`, { method: 'POST', body: bytes, headers });
    expect(answer.status, answer.text).toBe(200);
    return `/files/${String(answer.json.id)}`;
  };
  const clean = async (path: string, body: object = {}) => {
    const begun = await api.call(`${path}/clean`, { method: 'POST', body });
    expect(begun.status, begun.text).toBe(202);
    return begun.headers.location ?? '';
  };
  const wavOf = (samples: Float32Array) => {
    const path = join(api.dataDir, 'brought.wav');
    writeWav(path, { sampleRate: 48_000, channels: [samples] });
    return readFileSync(path);
  };

  it('is cleaned to a loudness, downloaded, and deleted', async () => {
    const speech = makeSpeech(48_000, 'She sells sea shells by the sea shore.');
    const path = await uploadFile('noisy.wav', wavOf(mixAtSnr(speech, makeNoise(speech.length, 3), 12)));
    expect((await api.call(`${path}/cleaned`)).json).toMatchObject({ status: 404, code: 'FILE_NOT_FOUND' });
    const job = await finished(await clean(path, { targetLufs: -16, container: 'flac' }));
    expect(job, JSON.stringify(job)).toMatchObject({
      state: 'done',
      result: { name: 'noisy.wav', result: { name: 'noisy (clean).flac', sampleRate: 48_000 } },
    });
    const { result } = job.result as unknown as LooseFile;
    expect(result?.integratedLufsAfter).toBeCloseTo(-16, 0);
    expect(result?.meanReductionDb).toBeGreaterThan(6);
    const part = await api.call(`${path}/cleaned`, { headers: { range: 'bytes=0-3' } });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([
      206,
      'fLaC',
      `bytes 0-3/${result?.sizeBytes}`,
    ]);
    expect(part.headers['content-disposition']).toContain('noisy%20%28clean%29.flac');
    expect((await api.call('/files')).json.items).toEqual([job.result]);
    expect((await api.call(path, { method: 'DELETE' })).status).toBe(204);
    expect((await api.call('/files')).json.items).toEqual([]);
    expect((await api.call(`${path}/cleaned`)).status).toBe(404);
    expect(readdirSync(join(api.dataDir, 'loose-files'))).toEqual([]);
  });

  it('says by its own name why it cannot be cleaned', async () => {
    const path = await uploadFile('..%2Fnotes.wav', Buffer.from('This is no recording. '.repeat(40)));
    const job = await finished(await clean(path));
    expect(job.state).toBe('failed');
    const { detail } = (job as unknown as { problem: { detail: string } }).problem;
    expect(detail).toContain('../notes.wav');
    expect(detail).not.toContain(api.dataDir);
    const video = await finished(await clean(path, { container: 'video' }));
    expect(video).toMatchObject({ state: 'failed', problem: { code: 'FORMAT_UNSUPPORTED', status: 422 } });
  });

  it('can be cleaned again after work on it was cancelled, and its deletion ends the work', async () => {
    // A second of noise, again and again.
    const noise = makeNoise(48_000);
    const long = Float32Array.from({ length: 60 * 48_000 }, (_, frame) => noise[frame % 48_000] ?? 0);
    const path = await uploadFile('long.wav', wavOf(long));
    const slowly = { denoise: { engine: 'strong', sensitivity: 90, reduction: 95 } };
    const job = await clean(path, slowly);
    expect((await api.call(job, { method: 'DELETE' })).json.state).toBe('cancelled');
    await expect.poll(async () => (await finished(await clean(path))).state).toBe('done');
    const last = await clean(path, slowly);
    // Until its work has begun, its answer would be that there is no such file any more.
    await expect.poll(async () => (await api.call(last)).json.done, { interval: 5 }).not.toBeNull();
    expect((await api.call(path, { method: 'DELETE' })).status).toBe(204);
    const ended = await finished(last);
    expect(ended, JSON.stringify(ended)).toMatchObject({ state: 'failed', problem: { code: 'CANCELLED' } });
  });
});

describe('events of the API', () => {
  it('come by a WebSocket, and continue behind an id', async () => {
    const open = async (query: string, key = api.key) => {
      const socket = new WebSocket(`ws://127.0.0.1:${api.port}/api/v1/events${query}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const received: { id: string; name: string }[] = [];
      socket.on('message', (data) => received.push(JSON.parse((data as Buffer).toString()) as never));
      await once(socket, 'open');
      return { socket, received };
    };
    const change = (theme: 'dark' | 'light') => api.client.call('settings.update', { theme });
    const first = await open('?names=settings.onChanged');
    await change('dark');
    await expect.poll(() => first.received.length).toBeGreaterThan(0);
    first.socket.close();
    await once(first.socket, 'close');
    const last = first.received.at(-1)?.id ?? '';
    await change('light');
    const second = await open(`?names=settings.onChanged&after=${last}`);
    await expect.poll(() => second.received.length).toBe(1);
    second.socket.close();
    await expect(open('', 'sdk_wrong')).rejects.toThrow('401');
  });
});

describe('the door of the API', () => {
  /** What comes back for these bytes, until the other side ends. */
  async function sendRaw(text: string): Promise<string> {
    const socket = connect(api.port, '127.0.0.1');
    socket.setEncoding('utf8');
    let answer = '';
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('error', () => undefined);
    socket.write(text);
    await once(socket, 'close');
    return answer;
  }
  const head = (lines: string[]) =>
    [
      `POST /api/v1/presets HTTP/1.1`,
      `Host: 127.0.0.1:${api.port}`,
      `Authorization: Bearer ${api.key}`,
      ...lines,
    ].join('\r\n');

  it('takes no request that two servers would read in two ways', async () => {
    const smuggled = 'GET /api/v1/settings HTTP/1.1\r\nHost: x\r\n\r\n';
    for (const lines of [
      ['Content-Length: 4', 'Transfer-Encoding: chunked', '', `0\r\n\r\n${smuggled}`],
      ['Content-Length: 4', 'Content-Length: 5', '', 'aaaa'],
      ['Transfer-Encoding: chunked, identity', '', `0\r\n\r\n${smuggled}`],
      ['Content-Length: +4', '', 'aaaa'],
    ]) {
      const answer = await sendRaw(head(lines));
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    }
  });

  it('takes no request that names another server, or itself twice', async () => {
    const ask = (line: string, hosts: string[]) =>
      sendRaw([line, ...hosts.map((host) => `Host: ${host}`), 'Connection: close', '', ''].join('\r\n'));
    const own = `127.0.0.1:${api.port}`;
    expect(await ask('GET http://example.com/api/v1/key HTTP/1.1', [own])).toMatch(/^HTTP\/1\.1 400 /);
    expect(await ask('GET //example.com/api/v1/key HTTP/1.1', [own])).toMatch(/^HTTP\/1\.1 400 /);
    expect(await ask('GET /api/v1/key HTTP/1.1', [own, 'example.com'])).toMatch(/^HTTP\/1\.1 4/);
    expect(await ask('GET /api/v1/key HTTP/1.1', ['example.com'])).toMatch(/^HTTP\/1\.1 421 /);
  });

  it('does not wait for headers that never end', async () => {
    const answer = await sendRaw(head(['X-Slow: a']));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('TOO_SLOW');
  });

  it('takes no huge headers', async () => {
    expect(await sendRaw(head([`X-Large: ${'x'.repeat(40_000)}`, '', '']))).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('takes no huge bodies, and ends the connection', async () => {
    const answer = await sendRaw(
      head(['Content-Type: application/json', `Content-Length: ${5 << 20}`, '', 'x']),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('TOO_LARGE');
  });

  it('answers preflights of pages with a refusal, and without CORS', async () => {
    const headers = { origin: 'https://example.com', 'access-control-request-method': 'POST' };
    const answer = await callApi(api.port, '/presets', { method: 'OPTIONS', headers });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('is closed when the API is switched off', async () => {
    unwrap(await api.client.call('api.setServer', { isOn: false, port: api.port }));
    await expect(api.call('/key')).rejects.toThrow('ECONNREFUSED');
    unwrap(await api.client.call('api.setServer', { isOn: true, port: api.port }));
    expect((await api.call('/key')).status).toBe(200);
  });
});
