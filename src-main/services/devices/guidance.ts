/** What to install where a system cannot do a thing on its own; nothing of it is offered as if it could. */
interface Guidance {
  systemAudio: string;
}

const GUIDANCE: Readonly<Partial<Record<NodeJS.Platform, Guidance>>> = {
  darwin: {
    systemAudio:
      'macOS lets no program record what the computer plays without a virtual device. Install one, BlackHole for example, add it to a multi-output device in Audio MIDI Setup, and choose it here.',
  },
  win32: {
    systemAudio:
      'No loopback of a speaker was found. Connect a speaker or headphones, and choose them as the output of Windows.',
  },
};

const LINUX: Guidance = {
  systemAudio:
    'What the computer plays comes from a PulseAudio or PipeWire server, and none was found. Start one (systemctl --user start pipewire-pulse, or pulseaudio --start).',
};

export function systemAudioGuidance(platform: NodeJS.Platform): string {
  return (GUIDANCE[platform] ?? LINUX).systemAudio;
}
