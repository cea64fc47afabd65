import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserScreen, PATIENT } from '../lib/browserScreen.ts';

const FIXTURES = resolve(import.meta.dirname, '../../src-renderer/platform/browser/takes/fixtures');
/** As the first version wrote it: its files came from the browser's own recorder. */
const first = JSON.parse(readFileSync(resolve(FIXTURES, 'take-version-1.json'), 'utf8')) as {
  id: string;
  name: string;
};

const studio = new BrowserScreen({
  route: 'recording-studio',
  startName: 'Start Recording',
  stopName: 'Stop',
});

/** Lays a take of the first version into the browser's storage, recorded by the browser's own recorder. */
async function layTake(changes: { id: string; name: string; status?: string }): Promise<void> {
  await studio.page.evaluate(
    async (take) => {
      const camera = await navigator.mediaDevices.getUserMedia({ audio: true, video: true });
      const record = async (stream: MediaStream, mimeType: string): Promise<Blob> => {
        const recorder = new MediaRecorder(stream, { mimeType });
        const pieces: Blob[] = [];
        recorder.ondataavailable = ({ data }) => pieces.push(data);
        const ended = new Promise((resolveEnd) => recorder.addEventListener('stop', resolveEnd));
        recorder.start(500);
        await new Promise((resolveWait) => setTimeout(resolveWait, 4000));
        recorder.stop();
        await ended;
        return new Blob(pieces);
      };
      const [sound, videoTracks] = await Promise.all([
        record(new MediaStream(camera.getAudioTracks()), 'audio/webm;codecs=opus'),
        record(camera, 'video/webm;codecs=vp8,opus'),
      ]);
      camera.getTracks().forEach((track) => track.stop());
      const root = await navigator.storage.getDirectory();
      const takes = await root.getDirectoryHandle('takes', { create: true });
      const folder = await takes.getDirectoryHandle(take.id, { create: true });
      const files = {
        'audio.webm': sound,
        'video.webm': videoTracks,
        'take.json': new Blob([JSON.stringify(take)]),
      };
      for (const [name, content] of Object.entries(files)) {
        const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
        await writable.write(content);
        await writable.close();
      }
    },
    { ...first, durationMs: 4000, ...changes },
  );
}

/** Zeros in the place of the last half of a file of a take. */
async function damage(id: string, name: string): Promise<void> {
  await studio.page.evaluate(
    async ([takeId, fileName]) => {
      const root = await navigator.storage.getDirectory();
      const folder = await (await root.getDirectoryHandle('takes')).getDirectoryHandle(takeId ?? '');
      const handle = await folder.getFileHandle(fileName ?? '');
      const { size } = await handle.getFile();
      const writable = await handle.createWritable({ keepExistingData: true });
      const from = Math.floor(size / 2);
      await writable.write({ type: 'write', position: from, data: new Uint8Array(size - from) });
      await writable.close();
    },
    [id, name],
  );
}

describe('takes of earlier versions in a browser', () => {
  beforeAll(async () => {
    await studio.open();
    await layTake({ id: first.id, name: first.name });
    await studio.reopen();
  });
  afterAll(() => studio.close());

  it('are listed, played and downloaded', async () => {
    await studio.listed(1);
    await studio.page.getByRole('cell', { name: '1 audio, 1 video, 0 screen' }).waitFor();
    await studio.play(2);
    await studio.closePlayer();
    for (const track of ['audio', 'video']) expect((await studio.decoded(track)).seconds).toBeGreaterThan(2);
  });

  it('are checked', async () => {
    const dialog = await studio.certify();
    await dialog
      .getByText(/^complete/)
      .first()
      .waitFor(PATIENT);
    expect(await dialog.getByText(/cannot be decoded/).count()).toBe(0);
    await studio.page.keyboard.press('Escape');
  });

  it('are renamed, and keep all else that they say', async () => {
    await studio.rename('Interview of the first version');
    await studio.reopen();
    await studio.button('Play Interview of the first version').waitFor(PATIENT);
  });

  it('are recovered where their page was closed', async () => {
    await layTake({ id: 'cut-off', name: 'Cut off', status: 'recording' });
    await studio.reopen();
    await studio.page.getByText('A recording was cut off, and has been recovered').waitFor(PATIENT);
    await studio.page.getByText('Recovered').waitFor();
    await studio.listed(2);
  });

  it('are shown as damaged where they are', async () => {
    await layTake({ id: 'damaged', name: 'Damaged' });
    await studio.reopen();
    await studio.listed(3);
    const header = studio.page.getByRole('rowheader', { name: /^Damaged/ });
    const row = studio.page.getByRole('row').filter({ has: header });
    await damage('damaged', 'video.webm');
    await row
      .getByRole('button', { name: /^Certificate of / })
      .first()
      .click();
    const dialog = studio.page.getByRole('dialog', { name: 'Certificate' });
    await dialog.getByRole('button', { name: 'Check now' }).click();
    await dialog.getByText(/^(damaged|incomplete)/).waitFor(PATIENT);
    await studio.page.keyboard.press('Escape');
  });

  it('have made no mistake meanwhile', () => {
    expect(studio.problems).toEqual([]);
  });
});
