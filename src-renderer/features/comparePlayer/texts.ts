import { addTexts } from '../../i18n/index.ts';

const comparePlayer = {
  play: 'Play',
  pause: 'Pause',
  position: 'Position in: {{sound}}',
  failed: 'Playback failed: {{reason}}',
  heard: 'What is heard',
  raw: 'Raw',
  clean: 'Clean',
  removed: 'Removed',
} as const;

addTexts('comparePlayer', comparePlayer);

declare module '../../i18n/texts.ts' {
  interface TextNamespaces {
    comparePlayer: typeof comparePlayer;
  }
}
