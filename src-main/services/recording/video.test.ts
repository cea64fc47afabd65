import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { MatroskaFrame } from '../../../src-shared/domain/matroska/writer.ts';
import { copyKilled } from '../../../tests/lib/copyKilled.ts';
import { countDecoded, encodeFrames, probeVideo } from '../../../tests/lib/encodedFrames.ts';
import { toFrameUpload } from '../../../tests/lib/frameUpload.ts';
import { context, createRig, FPS, TRACK } from '../../../tests/lib/videoTakeRig.ts';
import { readTakeFolder } from '../takes/folder.ts';
import { summarise } from '../takes/list.ts';
import { repairTake } from '../takes/repair.ts';
import { verifyTake } from '../takes/verify.ts';

const CAMERA_TRACK = { sourceId: 'camera', kind: 'video', name: 'Camera' } as const;
const noEngine = { runTakeJob: () => Promise.reject(new Error('no sound is here')) };
let frames: MatroskaFrame[];

beforeAll(() => void (frames = encodeFrames({ seconds: 3, fps: FPS })), 60_000);

describe('a take of video', () => {
  it('is whole, with its certificate, when it is stopped', async () => {
    const { folder, handlers, start, append, ended } = createRig();
    const { trackId } = await start();
    await append(trackId, frames, 0, { before: 0, after: 2 });
    await handlers['video.endTrack']({ trackId, framesDropped: 2, ended: null }, context);
    await handlers['recording.stop'](undefined, context);
    expect(ended).toMatchObject([{ id: 'take', code: null }]);
    expect(await summarise(folder)).toMatchObject({
      status: 'finished',
      trackCount: 1,
      tracks: { audio: 0, video: 0, screen: 1, mix: 0 },
    });
    const certificate = await verifyTake(await readTakeFolder(folder), noEngine, { nowMs: 0 });
    expect(certificate).toMatchObject({
      grade: 'amber',
      reasons: ['Screen lacks 2 frames: the machine could not keep up.'],
      videoTracks: [{ framesExpected: 60, framesDecoded: 60, framesDropped: 2, problem: null }],
    });
    expect(certificate.videoTracks[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('asks anyone who captures for the last frames before it ends', async () => {
    const { folder, handlers, asked, start, append } = createRig({ lastFramesMs: 10_000 });
    const { trackId } = await start();
    await append(trackId, frames.slice(0, 60));
    asked.onEnding = async () => {
      await append(trackId, frames.slice(60));
      await handlers['video.endTrack']({ trackId, framesDropped: 0, ended: null }, context);
    };
    await handlers['recording.stop'](undefined, context);
    expect(asked.ending).toEqual(['take']);
    const { document } = await readTakeFolder(folder);
    expect(document).toMatchObject({ videoTracks: [{ framesWritten: frames.length, ended: null }] });
  });

  it('does not wait for a page that has died, nor for one that has sent all', async () => {
    const { handlers, asked, time, start, append } = createRig({ lastFramesMs: 60_000 });
    const { trackId } = await start();
    await append(trackId, frames);
    time.nowMs += 2500;
    await handlers['recording.stop'](undefined, context);
    expect(asked.ending).toEqual([]);
  });

  it('hands a request for a capture to one page, and to none that comes much later', async () => {
    const { handlers, asked, time } = createRig();
    const take = () => handlers['video.takeStartRequest'](undefined, context);
    expect(await take()).toEqual({ isAsked: false });
    await handlers['video.askStart'](undefined, context);
    expect(asked.start).toBe(1);
    expect([await take(), await take()]).toEqual([{ isAsked: true }, { isAsked: false }]);
    await handlers['video.askStart'](undefined, context);
    time.nowMs += 20_000;
    expect(await take()).toEqual({ isAsked: false });
  });

  it('counts no frame as dropped that lay before its start', async () => {
    const { folder, handlers, start, append } = createRig();
    const { trackId } = await start();
    await append(trackId, frames.slice(0, 10), -900, { before: 3, after: 2 });
    await append(trackId, frames, 0, { before: 7, after: 1 });
    await handlers['recording.stop'](undefined, context);
    const { document } = await readTakeFolder(folder);
    expect(document).toMatchObject({ videoTracks: [{ framesWritten: 60, framesDropped: 1 }] });
  });

  it('leaves a pause out, and continues with a key frame', async () => {
    const { folder, handlers, time, start, append } = createRig();
    const { trackId } = await start();
    await append(trackId, frames.slice(0, 20));
    time.nowMs = 2000;
    await handlers['recording.pause'](undefined, context);
    // What comes in the pause is not recorded.
    expect(await append(trackId, frames.slice(20, 30))).toMatchObject({ isPaused: true, framesWritten: 20 });
    time.nowMs = 5000;
    await handlers['recording.resume'](undefined, context);
    expect(await append(trackId, frames.slice(30, 40), 3000)).toMatchObject({ wantsKey: true });
    expect(await append(trackId, frames.slice(40), 3000)).toMatchObject({
      wantsKey: false,
      framesWritten: 40,
    });
    await handlers['recording.stop'](undefined, context);
    const { document } = await readTakeFolder(folder);
    expect(document).toMatchObject({
      pauses: [{ atFrame: 48_000, frames: 144_000 }],
      videoTracks: [{ framesWritten: 40, framesDropped: 10 }],
    });
    expect(countDecoded(join(folder, 'screen-1.webm'))).toBe(40);
    expect(probeVideo(join(folder, 'screen-1.webm')).timesSec[20]).toBe(2);
  });

  it('is repaired, with its certificate, after its program was killed', async () => {
    const { folder, handlers, start, append } = createRig();
    const { trackId } = await start();
    await append(trackId, frames.slice(0, 50));
    await handlers['recording.addMarker']({ label: 'Here' }, context);
    const killed = copyKilled(folder);
    expect(await summarise(killed)).toMatchObject({ status: 'unfinished' });
    const { problems } = await repairTake(await readTakeFolder(killed), noEngine);
    expect(problems).toEqual([]);
    expect(await summarise(killed)).toMatchObject({ status: 'recovered', durationSec: 2.5 });
    expect(await verifyTake(await readTakeFolder(killed), noEngine, { nowMs: 0 })).toMatchObject({
      grade: 'amber',
      videoTracks: [{ framesExpected: 50, framesDecoded: 50 }],
    });
    expect((await readTakeFolder(killed)).document.markers).toMatchObject([{ label: 'Here' }]);
  });

  it('ends before its disk is full, and says so', async () => {
    const { folder, start, append, ended } = createRig({ keepFreeBytes: Number.MAX_SAFE_INTEGER });
    const { trackId } = await start();
    await append(trackId, frames);
    await expect.poll(() => ended, { timeout: 20_000 }).toMatchObject([{ code: 'DISK_FULL' }]);
    expect((await readTakeFolder(folder)).document).toMatchObject({
      status: 'finished',
      ended: { code: 'DISK_FULL' },
      videoTracks: [{ framesWritten: 60 }],
    });
  });

  it('writes all back where somebody has removed its folder', async () => {
    const { folder, start, append, ended } = createRig();
    const { trackId } = await start();
    await append(trackId, frames);
    rmSync(folder, { recursive: true });
    await expect.poll(() => ended, { timeout: 20_000 }).toMatchObject([{ code: 'FILE_NOT_FOUND' }]);
    expect(countDecoded(join(folder, 'screen-1.webm'))).toBe(60);
    expect((await readTakeFolder(folder)).state).toBe('finished');
  });

  it('ends where its folder is moved, and is repaired there', async () => {
    const { folder, start, append, ended } = createRig();
    const { trackId } = await start();
    await append(trackId, frames);
    renameSync(folder, `${folder} elsewhere`);
    await expect.poll(() => ended, { timeout: 20_000 }).toMatchObject([{ code: 'FILE_NOT_FOUND' }]);
    expect(countDecoded(join(`${folder} elsewhere`, 'screen-1.webm'))).toBe(60);
  });

  it('ends when its page is silent for too long, with what it had sent', async () => {
    const { folder, time, start, append, ended } = createRig();
    const { trackId } = await start();
    await append(trackId, frames);
    const silent = () => {
      time.nowMs += 200;
      return ended;
    };
    await expect.poll(silent, { timeout: 20_000 }).toMatchObject([{ code: 'CONNECTION_LOST' }]);
    const { document } = await readTakeFolder(folder);
    expect(document.videoTracks).toMatchObject([{ framesWritten: 60, ended: { code: 'CONNECTION_LOST' } }]);
  });

  it('continues after a sleep, in which nobody could say anything', async () => {
    const { folder, time, handlers, start, append, ended, changes } = createRig();
    const { trackId } = await start();
    await append(trackId, frames);
    time.nowMs += 3_600_000;
    const before = changes.count;
    await expect.poll(() => changes.count, { timeout: 20_000 }).toBeGreaterThan(before);
    expect(ended).toEqual([]);
    await append(trackId, frames, 3_603_000);
    await handlers['recording.stop'](undefined, context);
    const certificate = await verifyTake(await readTakeFolder(folder), noEngine, { nowMs: 0 });
    const { grade, reasons, videoTracks } = certificate;
    expect(videoTracks).toMatchObject([{ framesDecoded: 120, problem: null }]);
    expect([grade, ...reasons]).toEqual(['amber', 'Screen froze for 3600.1 s: no frames arrived.']);
  });

  it('reports at its end a page that is silent by then', async () => {
    const { folder, handlers, time, start, append } = createRig();
    const { trackId } = await start();
    await append(trackId, frames);
    time.nowMs += 3000;
    await handlers['recording.stop'](undefined, context);
    const certificate = await verifyTake(await readTakeFolder(folder), noEngine, { nowMs: 0 });
    expect(certificate.reasons.join()).toContain('captured by a page that closed or froze');
  });

  describe('that knows what it is to have', () => {
    const CAMERA = { id: 'camera', kind: 'video', name: 'Camera' } as const;
    const certify = async (folder: string) =>
      await verifyTake(await readTakeFolder(folder), noEngine, { nowMs: 0 });
    const armed = async ({ handlers }: ReturnType<typeof createRig>) => {
      await handlers['recording.start'](
        { name: null, sound: { of: 'screen', microphone: false, system: false }, sources: [CAMERA] },
        context,
      );
    };
    const addPart = async ({ handlers }: ReturnType<typeof createRig>) =>
      (await handlers['video.addTrack']({ ...TRACK, ...CAMERA_TRACK }, context)).trackId;
    /** In steps that the service looks at: a clock that jumps is a computer that slept. */
    const later = async ({ time, changes }: ReturnType<typeof createRig>, ms: number, stepMs = 1000) => {
      for (let left = ms; left >= 0; left -= stepMs) {
        const before = changes.count;
        await expect.poll(() => changes.count, { timeout: 20_000 }).toBeGreaterThan(before);
        time.nowMs += Math.min(stepMs, left);
      }
    };
    const stateOf = async ({ handlers }: ReturnType<typeof createRig>) =>
      (await handlers['recording.readState'](undefined, context)).take?.sources[0];

    it('is red where a camera never gave any video', async () => {
      const rig = createRig();
      await armed(rig);
      await later(rig, 2000);
      expect(await stateOf(rig)).toMatchObject({ missingSinceSec: null, trackId: null });
      await later(rig, 2000);
      expect(await stateOf(rig)).toMatchObject({ missingSinceSec: 0, gapCount: 1 });
      await rig.handlers['recording.stop'](undefined, context);
      expect(await certify(rig.folder)).toMatchObject({
        grade: 'red',
        condition: 'gaps',
        summary: 'incomplete: Camera not recorded',
        reasons: ['Camera was not recorded: no video of it arrived.'],
        sources: [{ id: 'camera', isRecorded: false, gaps: [{ atSec: 0, lengthSec: 4, isBack: false }] }],
      });
    });

    it('is amber, with the time, where one was lost and came back as another part', async () => {
      const rig = createRig();
      await armed(rig);
      const first = await addPart(rig);
      await rig.append(first, frames);
      const why = { code: 'DEVICE_LOST', message: 'It was unplugged.' } as const;
      await rig.handlers['video.endTrack']({ trackId: first, framesDropped: 0, ended: why }, context);
      expect(await stateOf(rig)).toMatchObject({ missingSinceSec: 2.95, trackId: null });
      await later(rig, 4000);
      await rig.append(await addPart(rig), frames, 7000);
      expect(await stateOf(rig)).toMatchObject({ missingSinceSec: null, gapCount: 1, missedSec: 4 });
      await rig.handlers['recording.stop'](undefined, context);
      const certificate = await certify(rig.folder);
      expect(certificate).toMatchObject({
        grade: 'amber',
        condition: 'gaps',
        summary: 'incomplete: Camera not recorded all the time',
        sources: [{ isRecorded: true, gaps: [{ atSec: 3, lengthSec: 4, isBack: true }] }],
        videoTracks: [{ framesDecoded: 60 }, { framesDecoded: 60 }],
      });
      expect(certificate.reasons[0]).toBe('Camera was not recorded for 4.0 s from 00:03 on, and then again.');
      expect(await summarise(rig.folder)).toMatchObject({ trackCount: 1, tracks: { video: 1 } });
    });

    it('is repaired with all its parts, and the time between them, after its program was killed', async () => {
      const rig = createRig();
      await armed(rig);
      const first = await addPart(rig);
      await rig.append(first, frames);
      const why = { code: 'DEVICE_LOST', message: 'It was unplugged.' } as const;
      await rig.handlers['video.endTrack']({ trackId: first, framesDropped: 0, ended: why }, context);
      await later(rig, 4000);
      await rig.append(await addPart(rig), frames.slice(0, 50), 7000);
      const killed = copyKilled(rig.folder);
      const { problems } = await repairTake(await readTakeFolder(killed), noEngine);
      expect(problems).toEqual([]);
      const { document } = await readTakeFolder(killed);
      expect(document.videoTracks).toMatchObject([
        { sourceId: 'camera', startFrame: 0, framesWritten: 60, durationSec: 3 },
        { sourceId: 'camera', startFrame: 336_000, framesWritten: 50, durationSec: 2.5 },
      ]);
      const certificate = await certify(killed);
      expect(certificate).toMatchObject({
        grade: 'amber',
        sources: [{ isRecorded: true, gaps: [{ atSec: 3, lengthSec: 4, isBack: true }] }],
        videoTracks: [{ framesDecoded: 60 }, { framesDecoded: 50 }],
      });
      expect(await summarise(killed)).toMatchObject({
        status: 'recovered',
        durationSec: 9.5,
        trackCount: 1,
        tracks: { video: 1 },
      });
    });

    it('is red where one was lost for good, and says from when on', async () => {
      const rig = createRig();
      await armed(rig);
      const trackId = await addPart(rig);
      await rig.append(trackId, frames);
      const ended = { code: 'DEVICE_LOST', message: 'It was unplugged.' } as const;
      await rig.handlers['video.endTrack']({ trackId, framesDropped: 0, ended }, context);
      await later(rig, 5000);
      await rig.handlers['recording.stop'](undefined, context);
      const { grade, reasons } = await certify(rig.folder);
      expect(grade).toBe('red');
      expect(reasons[0]).toMatch(/^Camera was not recorded for [\d.]+ s from 00:03 on, to the end\.$/);
    });

    it('hands a source to another page when its own is silent, and not before', async () => {
      const rig = createRig();
      await armed(rig);
      const first = await addPart(rig);
      await rig.append(first, frames);
      await expect(addPart(rig)).rejects.toMatchObject({ code: 'TAKE_ALREADY_RUNNING' });
      await later(rig, 3500);
      expect(await stateOf(rig)).toMatchObject({ trackId: first, missingSinceSec: 2.95 });
      const second = await addPart(rig);
      await expect(rig.append(first, [], 0)).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
      await rig.append(second, frames, 6500);
      expect(await stateOf(rig)).toMatchObject({ trackId: second, missingSinceSec: null });
    });

    describe('and loses the connection of a page', () => {
      /** A camera with three seconds of frames, sent over a connection that can be closed. */
      const fed = async () => {
        const rig = createRig({ lastFramesMs: 3000 });
        await armed(rig);
        const page = new AbortController();
        const { trackId } = await rig.handlers['video.addTrack'](
          { ...TRACK, ...CAMERA_TRACK },
          { ...context, connection: page.signal },
        );
        await rig.append(trackId, frames, 0, undefined, page.signal);
        return { rig, page, trackId };
      };

      it('misses its camera before a silent page would be missed, and hands it to another page', async () => {
        const { rig, page, trackId } = await fed();
        await later(rig, 2000);
        expect(await stateOf(rig)).toMatchObject({ trackId, missingSinceSec: null });
        page.abort();
        expect(await stateOf(rig)).toMatchObject({ missingSinceSec: 2.95 });
        const second = await addPart(rig);
        await expect(rig.append(trackId, [], 0)).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
        await rig.append(second, frames, 5000);
        expect(await stateOf(rig)).toMatchObject({ trackId: second, missingSinceSec: null });
      });

      it('waits longer for a page that is only busy, and takes what it has encoded meanwhile', async () => {
        const { rig, page, trackId } = await fed();
        // A longer step would be a standstill of the host.
        await later(rig, 20_000, 2500);
        await rig.append(trackId, frames, 4000, undefined, page.signal);
        expect(await stateOf(rig)).toMatchObject({ trackId });
        const silent = () => {
          rig.time.nowMs += 200;
          return rig.ended;
        };
        await expect.poll(silent, { timeout: 60_000 }).toMatchObject([{ code: 'CONNECTION_LOST' }]);
      });

      it('continues with the same page when it has connected again', async () => {
        const { rig, page, trackId } = await fed();
        page.abort();
        await later(rig, 1000);
        expect(await stateOf(rig)).toMatchObject({ missingSinceSec: null });
        await rig.append(trackId, frames, 4000, undefined, new AbortController().signal);
        await later(rig, 2000);
        expect(await stateOf(rig)).toMatchObject({ trackId, missingSinceSec: null });
      });

      it('does not wait at its end for the last frames of that page, and says that it was gone', async () => {
        const { rig, page } = await fed();
        page.abort();
        await later(rig, 1600);
        await rig.handlers['recording.stop'](undefined, context);
        expect(rig.asked.ending).toEqual([]);
        expect((await certify(rig.folder)).reasons.join()).toContain('captured by a page that closed');
      });
    });

    it('misses nothing that is not wanted any more, and what it continues without after all', async () => {
      const rig = createRig();
      await armed(rig);
      const trackId = await addPart(rig);
      await rig.append(trackId, frames);
      await rig.handlers['video.endTrack']({ trackId, framesDropped: 0, ended: null }, context);
      expect(await stateOf(rig)).toMatchObject({ missingSinceSec: null });
      await later(rig, 3500);
      expect(await stateOf(rig)).toMatchObject({ missingSinceSec: 2.95 });
      await rig.handlers['video.disarm']({ sourceId: 'camera' }, context);
      expect(await stateOf(rig)).toMatchObject({ missingSinceSec: null });
    });

    it('misses nothing in a pause, and what does not continue after it', async () => {
      const rig = createRig();
      await armed(rig);
      const trackId = await addPart(rig);
      await rig.append(trackId, frames);
      await rig.handlers['recording.pause'](undefined, context);
      await later(rig, 2500);
      await rig.append(trackId, []);
      await later(rig, 2500);
      expect(await stateOf(rig)).toMatchObject({ missingSinceSec: null });
      await rig.handlers['recording.resume'](undefined, context);
      expect(await stateOf(rig)).toMatchObject({ missingSinceSec: null });
      await later(rig, 3500);
      expect(await stateOf(rig)).toMatchObject({ missingSinceSec: 2.95 });
    });
  });

  it('refuses frames of the future, and those of a track that is not there', async () => {
    const { handlers, start } = createRig();
    const { trackId } = await start();
    const late = toFrameUpload([{ atMs: 1e12, isKey: true, bytes: new Uint8Array(3) }]);
    const input = { trackId, frames: late.frames, framesDropped: 0 };
    const isLate = handlers['video.append'](input, late.context);
    await expect(isLate).rejects.toMatchObject({ code: 'BAD_OPTION' });
    await expect(
      handlers['video.append']({ ...input, trackId: 'other', frames: [] }, toFrameUpload([]).context),
    ).rejects.toMatchObject({ code: 'TAKE_NOT_RUNNING' });
  });

  it('keeps what was written, and takes more, when an upload breaks off in a frame', async () => {
    const { folder, handlers, start, append } = createRig();
    const { trackId } = await start();
    await append(trackId, frames.slice(0, 10));
    const broken = frames.slice(10, 15).map((frame) => ({ ...frame, atMs: 1000 + frame.atMs }));
    const { frames: facts, context: upload } = toFrameUpload(broken);
    async function* cutOff() {
      for (const { bytes } of broken.slice(0, 2)) yield await Promise.resolve(bytes);
      yield (broken[2]?.bytes ?? new Uint8Array()).subarray(0, 5);
      throw new RpcError('CANCELLED', 'The call was cancelled.');
    }
    const input = { trackId, frames: facts, framesDropped: 0 };
    await expect(handlers['video.append'](input, { ...upload, bytes: cutOff() })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect(await append(trackId, frames.slice(10, 20))).toMatchObject({ framesWritten: 20, wantsKey: false });
    await handlers['video.endTrack']({ trackId, framesDropped: 0, ended: null }, context);
    await handlers['recording.stop'](undefined, context);
    expect(countDecoded(join(folder, 'screen-1.webm'))).toBe(20);
  });
});
