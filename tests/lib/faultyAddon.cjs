// Stands where the native addon stands and fails on purpose, as no real device can be made to:
// what it does is said by the id of the input device. Loaded by the real engine process.
const { appendFileSync, readFileSync } = require('node:fs');
const { mapReductions } = require('../../src-shared/domain/stripEffects.ts');

const DEVICES = { input: { id: 'in', name: 'In' }, output: { id: 'out', name: 'Out' } };

function failure(code, message) {
  return Object.assign(new Error(message), { code });
}

/** Counts the starts in the file that the output's id names: processes come and go, the file stays. */
function countStart(path, line) {
  appendFileSync(path, `${line}\n`);
  return readFileSync(path, 'utf8').trim().split('\n').length;
}

module.exports = {
  build: {
    version: 'faulty',
    rnnoise: { source: 'system', path: 'none' },
    gtcrn: { source: 'wasm2c', path: 'none' },
    portAudio: 'none',
    sndfile: 'none',
    soxr: 'none',
    echoRefusal: null,
  },
  listDevices: () => ({ devices: [], isStale: false }),
  watchDevices: () => null,
  virtualMicrophone: { obstacle: 'none here', removeOrphans: () => 0 },
  startLive(options, onEvent) {
    const behaviour = options.inputDeviceId;
    const starts = countStart(options.outputDeviceId, described(options));
    if (behaviour === 'unavailable') throw failure('DEVICE_UNAVAILABLE', 'In is in use by another program.');
    if (behaviour === 'busy-after-death' && (starts === 2 || starts === 3)) {
      throw failure('DEVICE_UNAVAILABLE', 'In is still held.');
    }
    if (behaviour === 'gone-after-death' && starts > 1) throw failure('DEVICE_NOT_FOUND', 'In is not there.');
    if (behaviour === 'crash') process.kill(process.pid, 'SIGKILL');
    if (behaviour === 'crash-later') setTimeout(() => process.kill(process.pid, 'SIGSEGV'), 50);
    if (behaviour === 'bug') throw new TypeError('a bug');
    if (behaviour === 'lost') {
      setTimeout(() => onEvent({ type: 'failed', code: 'DEVICE_LOST', message: 'In was unplugged.' }), 100);
    }
    let framesProcessed = 0;
    const timer = setInterval(() => {
      framesProcessed += 3;
      onEvent({ type: 'levels', levels: levels(framesProcessed) });
    }, 30);
    return {
      info: {
        inputDevice: { ...DEVICES.input, id: behaviour },
        outputDevice: { ...DEVICES.output, id: options.outputDeviceId },
        monitorDevice: null,
        sampleRate: options.sampleRate,
        bufferFrames: options.bufferFrames,
        realtimePriority: { granted: false, reason: 'not asked for' },
      },
      update: (settings) => appendFileSync(options.outputDeviceId, `update ${described(settings)}\n`),
      watch: () => undefined,
      stop: () => clearInterval(timer),
    };
  },
  startClean(_options, onProgress, onEnd) {
    onProgress({ framesDone: 1, framesTotal: 2, sampleRate: 48_000 });
    const timer = setInterval(() => undefined, 1000);
    return {
      cancel() {
        clearInterval(timer);
        onEnd(failure('CANCELLED', 'Cancelled'), null);
      },
    };
  },
};

function described({ strip, listening }) {
  return `${JSON.stringify(strip.denoise)} ${listening}`;
}

function levels(framesProcessed) {
  return {
    inputPeakDb: -10,
    inputRmsDb: -20,
    outputPeakDb: -12,
    outputRmsDb: -22,
    noiseLevelDb: null,
    reductionDb: null,
    speechProbability: 0.5,
    latencyMs: 30,
    latencyP50Ms: 30,
    latencyP99Ms: 31,
    monitorLatencyMs: null,
    framesProcessed,
    framesMissed: 0,
    dspLoad: 0.1,
    ...mapReductions(() => 0),
    inputClips: 0,
    outputClips: 0,
    outputLufsMomentary: null,
    session: { meanReductionDb: 12, latencyP50Ms: 30, latencyP99Ms: 31 },
    spectrum: new Float32Array(0),
    scope: Float32Array.of(0.5, 0.25),
  };
}
