/**
 * Records from the system's microphone and plays the program to its loudspeaker, by WASAPI: `node devices.mjs JOB.json ANSWER.json`.
 * The job is `{addon, takeFolder, sec}`; bundled by `../devices.mjs` for the Node that wine runs.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { captureChannelSchema } from '../../../../src-shared/domain/captureSetUp.ts';
import { toStrip } from '../../../../src-shared/domain/strip.ts';

const [jobFile, answerFile] = process.argv.slice(2);
const { addon: addonFile, takeFolder, sec } = JSON.parse(readFileSync(jobFile, 'utf8'));
const addon = createRequire(jobFile)(addonFile);

const answer = { devices: [], opened: [], warnings: [], ended: null };
try {
  answer.devices = addon.listDevices().devices;
  await record();
} catch ({ code, message }) {
  answer.error = { code, message };
}
writeFileSync(answerFile, JSON.stringify(answer));
process.exit();

function record() {
  const denoise = { engine: 'off', sensitivity: 0, reduction: 0 };
  const strip = toStrip(captureChannelSchema.parse({ id: 'voice', name: 'Voice', denoise }));
  const idOf = (isWanted) =>
    answer.devices.find((device) => device.isDefault && isWanted(device))?.id ?? null;
  mkdirSync(takeFolder, { recursive: true });
  return new Promise((resolve, reject) => {
    const session = addon.startCapture(
      {
        sampleRate: 48_000,
        bufferFrames: 512,
        latencyModeMs: null,
        armedPreRollSec: 0,
        armedTap: 'raw',
        channels: [
          {
            id: 'voice',
            name: 'Voice',
            deviceId: idOf(({ type }) => type !== 'output'),
            deviceChannels: [0],
            isEnabled: true,
            strip,
          },
        ],
        monitorDeviceId: null,
        programDeviceId: idOf(({ type }) => type === 'output'),
      },
      onEvent,
    );
    const take = {
      folder: takeFolder,
      name: 'By WASAPI',
      mode: 'both',
      tap: 'raw',
      rawOnlyIds: [],
      played: [],
      container: 'rf64',
      encoding: 'float32',
      preRollSec: 0,
      timecode: { source: 'none', ltcChannelId: null },
      keepFreeBytes: 0,
    };
    let isStarted = false;
    let isStopped = false;
    look();

    function look() {
      answer.opened = session.info.devices;
      if (isStarted || !answer.opened.length || answer.opened.some(({ status }) => status !== 'open')) return;
      isStarted = true;
      session.startTake(
        take,
        () => undefined,
        (error) => error && reject(error),
      );
    }

    function onEvent(event) {
      if (event.type === 'levels' || event.type === 'devices') return look();
      if (event.type === 'takeProgress' && event.progress.recordedSec >= sec && !isStopped) {
        isStopped = true;
        session.stopTake();
      }
      if (event.type === 'overloaded' || event.type === 'takeWarning') answer.warnings.push(event.message);
      if (event.type === 'failed') reject(event);
      if (event.type === 'takeEnded') {
        answer.ended = event;
        answer.opened = session.info.devices;
        session.stop();
        resolve();
      }
    }
  });
}
