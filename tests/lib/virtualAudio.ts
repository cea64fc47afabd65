import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram, startProgram, stopProgram } from './programs.ts';

/** A sound server of the test's own, without hardware. `env` makes programs find it, and only it. */
export interface SoundServer {
  env: NodeJS.ProcessEnv;
  /** Runs one of the server's tools and answers what it prints. */
  run(program: string, args: string[]): Promise<string>;
  /** Starts a player or recorder; it is ended with the server at the latest. */
  start(program: string, args: string[], env?: NodeJS.ProcessEnv): ChildProcess;
  /** Of the server itself, e.g. to kill it under a running session. */
  pid: number;
  close(): Promise<void>;
}

/** Frames a period of JACK's dummy driver. */
export const JACK_PERIOD_FRAMES = 256;

/** The default of `jackd`: how long the server waits for a program that was killed. */
export const JACK_CLIENT_TIMEOUT_MS = 500;

/**
 * A JACK server on the dummy driver, whose clock is exact: 48 kHz, two inputs unless more are asked for, two outputs.
 * Its devices are called `system`. `isRealtime` asks for the system's real-time priority, which it may refuse.
 * A program that does not answer for `clientTimeoutMs` is thrown out: by default half a second (JACK_CLIENT_TIMEOUT_MS),
 * which a busy machine takes for nothing.
 */
export async function startJack({
  inputs = 2,
  periodFrames = JACK_PERIOD_FRAMES,
  isRealtime = false,
  clientTimeoutMs = 4000,
}: {
  inputs?: number;
  periodFrames?: number;
  isRealtime?: boolean;
  clientTimeoutMs?: number;
} = {}): Promise<SoundServer> {
  const dir = privateDir();
  const name = `sounddesk-${process.pid}-${counter++}`;
  const env = {
    ...baseEnv(dir),
    JACK_DEFAULT_SERVER: name,
    JACK_NO_START_SERVER: '1',
    JACK_NO_AUDIO_RESERVATION: '1',
  };
  const period = String(periodFrames);
  const driver = ['-d', 'dummy', '-r', '48000', '-p', period, '-C', String(inputs), '-P', '2'];
  const patience = ['-t', String(clientTimeoutMs)];
  const server = startProgram('jackd', ['-n', name, isRealtime ? '-R' : '-r', ...patience, ...driver], env);
  // It gives up at once where the server is there and its sockets are not yet.
  await untilAnswers(async () => {
    await runProgram('jack_wait', ['-s', name, '-w', '-t', '15'], env);
    const ports = await runProgram('jack_lsp', [], env);
    if (!ports.includes('system:playback_2')) throw new Error('its devices are not there yet');
  });
  return wrap(server, dir, env);
}

/** Plays a file into a JACK port of another program, and answers the port that it plays from. */
export async function playIntoJackPort(server: SoundServer, path: string, port: string): Promise<string> {
  const configPath = `${path}.asound.conf`;
  writeFileSync(configPath, jackPlayer(port));
  // Its own configuration: the engine must not find this device.
  const player = server.start('aplay', ['-q', '-D', 'into', path], { ALSA_CONFIG_PATH: configPath });
  const name = `aplay.P.${player.pid}.0:out_000`;
  await untilAnswers(async () => {
    if (!(await server.run('jack_lsp', [])).includes(name)) throw new Error(`${name} has not appeared`);
  });
  return name;
}

const jackPlayer = (port: string) => `</usr/share/alsa/alsa.conf>
pcm.into {
  type plug
  slave.pcm { type jack playback_ports { 0 "${port}" } capture_ports { } }
}
`;

/** Names of PulseAudio's devices in `startPulse`, and of the ALSA devices that are doors to them. */
export const PULSE_MICROPHONE = 'sounddesk_test_microphone';
export const PULSE_SPEAKER = 'sounddesk_test_speaker';
/** What is played into this comes out of the microphone. */
export const PULSE_INTO_MICROPHONE = 'into_microphone';
/** Hears microphone (right) and speaker (left) at once, on one clock: that makes delays measurable. */
export const PULSE_WITNESS = 'rig.monitor';

/**
 * A PulseAudio server with one microphone and one speaker, each also an ALSA device of that name.
 * Both are channels of one null sink, so that one recording holds them side by side. `rateHz`: of all of them.
 */
/** A program of this name hears a source of PulseAudio until it is ended; what it hears is thrown away. */
export const listenAs = (server: SoundServer, program: string, source: string): ChildProcess =>
  server.start('parec', [`--client-name=${program}`, '-d', source, '--raw', '/dev/null']);

export async function startPulse({
  rateHz = 48_000,
}: { rateHz?: number | undefined } = {}): Promise<SoundServer> {
  const dir = privateDir();
  const socket = join(dir, 'pulse.socket');
  const asoundPath = join(dir, 'asound.conf');
  writeFileSync(asoundPath, ALSA_CONFIGURATION);
  const configPath = join(dir, 'daemon.conf');
  // Else 44.1 kHz, whatever the devices have: Chromium takes it for their rate.
  writeFileSync(configPath, `default-sample-rate = ${rateHz}\n`);
  const env = {
    ...baseEnv(dir),
    PULSE_CONFIG: configPath,
    PULSE_SERVER: `unix:${socket}`,
    PULSE_RUNTIME_PATH: dir,
    PULSE_STATE_PATH: dir,
    ALSA_CONFIG_PATH: asoundPath,
  };
  const modules = [
    `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    // It silently keeps back from a recorder what it may rewind; a microphone does not.
    `module-null-sink sink_name=rig norewinds=1 rate=${rateHz} channels=2 channel_map=front-left,front-right`,
    remap('sink', PULSE_SPEAKER, 'rig', 'front-left'),
    remap('sink', PULSE_INTO_MICROPHONE, 'rig', 'front-right'),
    remap('source', PULSE_MICROPHONE, PULSE_WITNESS, 'front-right'),
  ];
  const loads = modules.flatMap((module) => ['-L', module]);
  const options = ['-n', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1', '--disable-shm=yes'];
  const server = startProgram('pulseaudio', [...options, ...loads], env);
  await untilAnswers(() => runProgram('pactl', ['info'], env));
  await runProgram('pactl', ['set-default-sink', PULSE_SPEAKER], env);
  await runProgram('pactl', ['set-default-source', PULSE_MICROPHONE], env);
  return wrap(server, dir, env);
}

let counter = 1;

function remap(kind: 'sink' | 'source', name: string, master: string, channel: string): string {
  return (
    `module-remap-${kind} ${kind}_name=${name} master=${master} channels=1 channel_map=mono ` +
    `master_channel_map=${channel} remix=no`
  );
}

const alsaDevice = (name: string) =>
  `pcm.${name} { type pulse device "${name}" hint { show on description "${name}" } }`;

const ALSA_CONFIGURATION = `</usr/share/alsa/alsa.conf>
${alsaDevice(PULSE_MICROPHONE)}
${alsaDevice(PULSE_SPEAKER)}
`;

function privateDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sounddesk-audio-'));
  chmodSync(dir, 0o700);
  mkdirSync(join(dir, 'home'));
  return dir;
}

/** Nothing of the machine's own sound servers is left in it. */
function baseEnv(dir: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: join(dir, 'home'), XDG_RUNTIME_DIR: dir, LANG: 'C.UTF-8' };
}

function wrap(server: ChildProcess, dir: string, env: NodeJS.ProcessEnv): SoundServer {
  const children = new Set<ChildProcess>();
  return {
    env,
    pid: server.pid ?? 0,
    run: (program, args) => runProgram(program, args, env),
    start(program, args, more = {}) {
      const child = startProgram(program, args, { ...env, ...more });
      children.add(child);
      return child;
    },
    async close() {
      for (const child of children) await stopProgram(child);
      await stopProgram(server);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function untilAnswers(ask: () => Promise<unknown>): Promise<void> {
  const untilMs = performance.now() + 15_000;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (performance.now() > untilMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
