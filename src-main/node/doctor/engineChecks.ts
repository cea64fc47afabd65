import type { EngineService } from '../../services/engine/index.ts';
import type { Finding } from './finding.ts';

export async function checkAddon(engine: EngineService): Promise<Finding> {
  const about = { id: 'addon', name: 'Audio engine' };
  try {
    const { version, rnnoise, gtcrn, portAudio, sndfile, soxr } = await engine.readBuild();
    const parts = `RNNoise ${rnnoise.source}, ${rnnoise.path}; GTCRN ${gtcrn.path}; ${portAudio}; ${sndfile}; ${soxr}`;
    return { ...about, status: 'works', detail: `${version} (${parts})`, remedy: null };
  } catch (error) {
    return {
      ...about,
      status: 'broken',
      detail: messageOf(error),
      remedy: 'run "npm start": it installs what is missing and builds the engine.',
    };
  }
}

/** Nothing needs it, and a user should know where it is missing. */
export async function checkEcho(engine: EngineService): Promise<Finding[]> {
  const about = { id: 'echo', name: 'Echo cancellation', remedy: null };
  try {
    const { echoRefusal } = await engine.readBuild();
    const status = echoRefusal === null ? 'works' : 'missing';
    return [{ ...about, status, detail: echoRefusal ?? 'of what SoundDesk plays over loudspeakers' }];
  } catch {
    // The engine's own finding says why.
    return [];
  }
}

export async function checkDevices(engine: EngineService): Promise<Finding> {
  const about = { id: 'devices', name: 'Sound devices' };
  try {
    const devices = await engine.devices.list();
    const inputs = devices.filter(({ type }) => type !== 'output').length;
    const outputs = devices.length - inputs;
    const systems = [...new Set(devices.map(({ hostApi }) => hostApi))].join(', ');
    const isComplete = inputs > 0 && outputs > 0;
    return {
      ...about,
      status: isComplete ? 'works' : 'missing',
      detail:
        devices.length === 0 ? 'none found' : `${inputs} to record from, ${outputs} to play to (${systems})`,
      remedy: isComplete
        ? null
        : 'connect a microphone and a speaker, or start a sound server (PipeWire, PulseAudio, JACK). Files can be cleaned without.',
    };
  } catch (error) {
    return {
      ...about,
      status: 'broken',
      detail: messageOf(error),
      remedy: 'see the audio engine above; the log in the data folder says more.',
    };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
