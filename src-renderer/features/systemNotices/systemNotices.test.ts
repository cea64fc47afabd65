import { describe, expect, it } from 'vitest';
import type { EngineState } from '../../../src-shared/contract/engine.ts';
import type { LicenceStatusReport } from '../../../src-shared/contract/licence.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../src-shared/contract/settings.ts';
import { shell } from '../../i18n/en/shell.ts';
import { addTexts, i18n } from '../../i18n/index.ts';
import { isNoticeWanted } from '../../lib/systemNotice.ts';
import { systemNotices, type NoticedRoot } from './systemNotices.ts';

addTexts('shell', shell);
const t = i18n.getFixedT('en', 'shell', 'systemNotices');

const USB = { id: 'usb', name: 'Desk microphone' };
const BUILT_IN = { id: 'own', name: 'Built-in' };
const LIVE = { inputDevice: USB } as unknown as EngineState['live'];
const FAILURE = { code: 'DEVICE_LOST', message: 'Desk microphone is gone.', atMs: 5 } as const;
const QUIET: EngineState = { process: 'running', restarts: 0, lastFailure: null, live: null };

interface World {
  engine: EngineState;
  devices: readonly { id: string; name: string }[];
  cleanedSec: number;
  usedSec: number;
  isFree: boolean;
}
const AT_REST: World = { engine: QUIET, devices: [USB, BUILT_IN], cleanedSec: 0, usedSec: 0, isFree: true };

function rootOf(world: Partial<World>, settings: Partial<Settings>): NoticedRoot {
  const { engine, devices, cleanedSec, usedSec, isFree } = { ...AT_REST, ...world };
  const licence = {
    state: isFree ? { kind: 'none' } : { kind: 'active', licenceId: 'a' },
    freeTier: { isChosen: isFree, limitSec: 1800, usedSec },
  } as unknown as LicenceStatusReport;
  return {
    engine: {
      report: { status: 'ready', data: { state: engine, receivedAtMs: 0 } },
      action: null,
      isTellingChain: false,
    },
    settings: {
      kept: { status: 'ready', data: { ...DEFAULT_SETTINGS, inputDeviceId: USB.id, ...settings } },
      pending: [],
      personId: null,
    },
    devices: { status: 'ready', list: devices },
    today: {
      status: 'ready',
      data: { sessions: 1, cleanedSec, cleanedSecByHour: Array.from({ length: 24 }, () => 0) },
    },
    licence: { status: { status: 'ready', data: licence } },
  };
}

const running: Partial<World> = { engine: { ...QUIET, live: LIVE } };
const ended: Partial<World> = { engine: { ...QUIET, lastFailure: FAILURE } };

/** What happens; its notice, and its notice in privacy mode. */
const EVENTS: [string, Partial<World>, Partial<World>, string | null, string | null][] = [
  [
    'a session ends on its own',
    running,
    ended,
    FAILURE.message,
    'Noise cancellation stopped unexpectedly. Open SoundDesk to see why.',
  ],
  ['a session is stopped', running, {}, null, null],
  [
    'a session is stopped after an older failure',
    { engine: { ...QUIET, live: LIVE, lastFailure: FAILURE } },
    ended,
    null,
    null,
  ],
  ['a start fails', {}, ended, null, null],
  [
    'a chosen device is unplugged',
    {},
    { devices: [BUILT_IN] },
    'Desk microphone is no longer connected. Connect it again, or choose another device in Settings.',
    'A chosen device is no longer connected. Connect it again, or choose another one in Settings.',
  ],
  ['another device is unplugged', {}, { devices: [USB] }, null, null],
  ['a chosen device is plugged in', { devices: [BUILT_IN] }, {}, null, null],
  ['a device is unplugged under a session, which reports it', running, { devices: [BUILT_IN] }, null, null],
  [
    'a free day is nearly used',
    { cleanedSec: 1499 },
    { cleanedSec: 1500 },
    '5 minutes of noise cancellation are left today.',
    '5 minutes of noise cancellation are left today.',
  ],
  ['a free day continues', { cleanedSec: 1500 }, { cleanedSec: 1501 }, null, null],
  [
    'a licensed day continues',
    { cleanedSec: 1499, isFree: false },
    { cleanedSec: 1500, isFree: false },
    null,
    null,
  ],
  [
    'a free day is used up',
    { usedSec: 1790 },
    { usedSec: 1800 },
    'Today’s 30 free minutes are used up. Noise cancellation is off.',
    'Today’s 30 free minutes are used up. Noise cancellation is off.',
  ],
];

const titles = (before: NoticedRoot, now: NoticedRoot) =>
  systemNotices(before, now, t).map(({ title }) => title);
const asList = (text: string | null) => (text === null ? [] : [text]);

describe('notices of the system', () => {
  it.each(EVENTS)('where they are wanted: %s', (_, before, now, reported, privately) => {
    const wanted = { notifications: true };
    expect(titles(rootOf(before, wanted), rootOf(now, wanted))).toEqual(asList(reported));
    const hushed = { notifications: true, privacyMode: true };
    expect(titles(rootOf(before, hushed), rootOf(now, hushed))).toEqual(asList(privately));
  });

  it.each(EVENTS)('never where they are switched off: %s', (_, before, now) => {
    expect(titles(rootOf(before, {}), rootOf(now, {}))).toEqual([]);
  });

  it('are none of what was so when the page was opened', () => {
    const wanted = { notifications: true };
    const unknown: NoticedRoot = {
      ...rootOf({}, wanted),
      today: { status: 'loading' },
      licence: { status: { status: 'loading' } },
    };
    expect(titles(unknown, rootOf({ cleanedSec: 1700, usedSec: 1800 }, wanted))).toEqual([]);
  });

  it.each([
    ['granted', 'visible', true, false],
    ['granted', 'visible', false, true],
    ['granted', 'hidden', false, true],
    ['granted', 'hidden', true, true],
    ['denied', 'hidden', false, false],
    ['default', 'hidden', false, false],
  ] as const)('with leave %s, a %s page and focus %s: %s', (permission, visibility, hasFocus, isShown) => {
    expect(isNoticeWanted({ permission, visibility, hasFocus })).toBe(isShown);
  });
});
