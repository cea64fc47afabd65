import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { canAlign } from '../../services/speech/index.ts';
import { findSpeechPrograms } from '../project.ts';
import type { Finding } from './finding.ts';

const RUN_LIMIT_MS = 10_000;
const REALTIME_KIT_SERVICE = '/usr/share/dbus-1/system-services/org.freedesktop.RealtimeKit1.service';

export async function checkFfmpeg(program: 'ffmpeg' | 'ffprobe'): Promise<Finding> {
  const version = /version (\S+)/.exec((await firstOutput([program], '-version')) ?? '')?.[1];
  return {
    id: program,
    name: program === 'ffmpeg' ? 'FFmpeg' : 'FFprobe',
    status: version ? 'works' : 'missing',
    detail: version ?? 'not installed: only WAV, FLAC, Ogg, Opus, MP3, AIFF, CAF and W64 files can be read',
    remedy: version ? null : 'sudo apt-get install ffmpeg (macOS: brew install ffmpeg).',
  };
}

/** What Voice AI does on this computer: models of speech, words in their sound, voices. */
export async function checkOfflineSpeech(): Promise<Finding[]> {
  const { whisperPath, onnxDir } = findSpeechPrograms();
  const hasEngine = whisperPath !== null || onnxDir !== null;
  const hasVoices = (await firstOutput(['espeak-ng'], '--version')) !== null;
  return [
    {
      id: 'speechEngine',
      name: 'Speech models',
      status: hasEngine ? 'works' : 'missing',
      detail: hasEngine
        ? `models of ${[whisperPath && 'Whisper', onnxDir && 'Moonshine'].filter(Boolean).join(' and ')} can be used`
        : 'no engine for this system: transcripts need OpenAI',
      remedy: null,
    },
    {
      id: 'speechAligner',
      name: 'Word times',
      status: canAlign() ? 'works' : 'missing',
      detail: canAlign()
        ? 'by PocketSphinx'
        : 'PocketSphinx is not installed: words keep the times of their engine',
      remedy: canAlign() ? null : 'sudo apt-get install pocketsphinx pocketsphinx-en-us.',
    },
    {
      id: 'offlineVoices',
      name: 'Offline voices',
      status: hasVoices ? 'works' : 'missing',
      detail: hasVoices ? 'by espeak-ng' : 'espeak-ng is not installed: speech needs ElevenLabs',
      remedy: hasVoices ? null : 'sudo apt-get install espeak-ng (macOS: brew install espeak-ng).',
    },
  ];
}

export async function checkChromium(): Promise<Finding> {
  const output = await firstOutput(['chromium', 'chromium-browser', 'google-chrome'], '--version');
  return {
    id: 'chromium',
    name: 'Chromium',
    status: output ? 'works' : 'missing',
    detail: output?.split('\n')[0]?.trim() ?? 'not installed: only the tests need it',
    remedy: output ? null : 'sudo apt-get install chromium, or run "npm test", which installs it.',
  };
}

/** What the first of these programs that is installed prints. */
async function firstOutput(programs: readonly string[], argument: string): Promise<string | null> {
  for (const program of programs) {
    try {
      const { stdout } = await promisify(execFile)(program, [argument], { timeout: RUN_LIMIT_MS });
      return stdout;
    } catch {
      // Not installed under this name, or not able to run: the next one is asked.
    }
  }
  return null;
}

/** Whether the engine's thread can be put before all other work, by the limits of this process or RealtimeKit. */
export function checkRealtimePriority(): Finding {
  const about = { id: 'realtimePriority', name: 'Real-time priority' };
  if (process.platform !== 'linux') {
    return { ...about, status: 'works', detail: 'given by the system', remedy: null };
  }
  const allowed = realtimeLimit();
  if (process.getuid?.() === 0 || allowed > 0) {
    const why = allowed > 0 ? `priorities up to ${allowed} are allowed` : 'allowed for root';
    return { ...about, status: 'works', detail: why, remedy: null };
  }
  if (existsSync(REALTIME_KIT_SERVICE)) {
    return { ...about, status: 'works', detail: 'through RealtimeKit', remedy: null };
  }
  return {
    ...about,
    status: 'missing',
    detail: 'not allowed for this user: other programs may make the sound drop out',
    remedy:
      'sudo apt-get install rtkit, or add "@audio - rtprio 95" to /etc/security/limits.d/audio.conf, join the group audio and sign in again.',
  };
}

function realtimeLimit(): number {
  try {
    const match = /^Max realtime priority\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return Number(match?.[1] ?? 0);
  } catch {
    // No /proc here: then the limit is not known, and not counted on.
    return 0;
  }
}
