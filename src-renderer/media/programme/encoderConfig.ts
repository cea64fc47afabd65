import type { MasterQuality } from '../../../src-shared/domain/broadcast/quality.ts';

/** Profiles of H.264, the best first: what a browser lacks is left to the next. */
const PROFILES = ['6400', '4D00', '42E0'];

/** Levels by what they carry (H.264, table A-1), in macroblocks a second. */
const LEVELS = [
  { level: '1F', macroblocksPerSec: 108_000 },
  { level: '20', macroblocksPerSec: 216_000 },
  { level: '28', macroblocksPerSec: 245_760 },
  { level: '2A', macroblocksPerSec: 522_240 },
];

export interface ChosenConfig {
  config: VideoEncoderConfig;
  isHardware: boolean;
}

/** The first that this browser has: of hardware, then of software, in the best profile; null: none. */
export async function chooseConfig(
  quality: MasterQuality,
  mayUseHardware: boolean,
): Promise<ChosenConfig | null> {
  const kinds: HardwareAcceleration[] = mayUseHardware
    ? ['prefer-hardware', 'prefer-software']
    : ['prefer-software'];
  for (const hardwareAcceleration of kinds) {
    for (const profile of PROFILES) {
      const config = configOf(quality, profile, hardwareAcceleration);
      const support = await VideoEncoder.isConfigSupported(config).catch(() => null);
      if (support?.supported) return { config, isHardware: hardwareAcceleration === 'prefer-hardware' };
    }
  }
  return null;
}

function configOf(
  { width, height, fps, videoKbps }: MasterQuality,
  profile: string,
  hardwareAcceleration: HardwareAcceleration,
): VideoEncoderConfig {
  const wanted = Math.ceil(width / 16) * Math.ceil(height / 16) * fps;
  const { level } = LEVELS.find(({ macroblocksPerSec }) => macroblocksPerSec >= wanted) ?? { level: '33' };
  return {
    codec: `avc1.${profile}${level}`,
    width,
    height,
    framerate: fps,
    bitrate: videoKbps * 1000,
    bitrateMode: 'constant',
    latencyMode: 'realtime',
    hardwareAcceleration,
    avc: { format: 'avc' },
  };
}
