import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AudioDevice } from '../../../src-shared/domain/audio.ts';
import { captureSetUpSchema } from '../../../src-shared/domain/captureSetUp.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { UsageError } from './output.ts';
import { readSetUp, setUpOf } from './recordSetUp.ts';

function fileOf(content: string): string {
  const path = join(temporaryDir(), 'studio.json');
  writeFileSync(path, content);
  return path;
}

const device = (id: string, type: AudioDevice['type'], changes: Partial<AudioDevice> = {}): AudioDevice => ({
  id,
  name: id,
  type,
  isDefault: false,
  hostApi: 'ALSA',
  channels: 1,
  defaultSampleRate: 48000,
  sampleRates: [48000],
  ...changes,
});

describe('the set-up of a recording', () => {
  it.each([
    ['{', /no JSON/],
    ['null', /is not a set-up/],
    ['{"version":1,"channels":[{"id":"a","name":"A","volume":"loud"}]}', /channels\.0\.volume/],
    ['{"version":1,"channels":[{"id":"a","name":"A"},{"id":"a","name":"B"}]}', /channels\.1\.id/],
    ['{"version":1}', /Please enable at least one channel before recording\./],
    ['{"version":1,"channels":[{"id":"a","name":"A","isEnabled":false}]}', /Please enable/],
  ])('is refused with the field that is wrong: %s', (content, reason) => {
    const read = () => readSetUp(fileOf(content));
    expect(read).toThrow(UsageError);
    expect(read).toThrow(reason);
  });

  it('that is not there is said, with where to get one', () => {
    expect(() => readSetUp('/no/such/file.json')).toThrow(/cannot be read: no such file.*--init/);
  });

  it('is made of what is connected: microphones first, what the computer plays disabled', () => {
    const setUp = setUpOf(
      [
        device('Speakers', 'output', { channels: 2 }),
        device('Monitor', 'system', { channels: 2 }),
        device('Interface', 'usb', { channels: 18 }),
        device('Microphone', 'input', { isDefault: true }),
        device('Line', 'line', { channels: 2 }),
      ],
      'auto',
    );
    expect(setUp.channels).toMatchObject([
      { source: 'Microphone', isEnabled: true, deviceChannels: [0] },
      { source: 'Interface', isEnabled: true, deviceChannels: [0] },
      { source: 'Line', isEnabled: true, deviceChannels: [0, 1] },
      { source: 'Monitor', isEnabled: false },
    ]);
    expect(new Set(setUp.channels.map(({ denoise }) => denoise.engine))).toEqual(new Set(['auto']));
    expect(captureSetUpSchema.parse(JSON.parse(JSON.stringify(setUp)))).toEqual(setUp);
  });

  it('has 32 channels at most, and auto on the first four: it costs three times as much', () => {
    const many = Array.from({ length: 40 }, (_, index) => device(`Microphone ${index}`, 'input'));
    const { channels } = setUpOf(many, 'auto');
    expect(channels).toHaveLength(32);
    expect(channels.map(({ denoise }) => denoise.engine === 'auto')).toEqual(
      channels.map((_, index) => index < 4),
    );
  });
});
