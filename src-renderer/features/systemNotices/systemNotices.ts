import type { TFunction } from 'i18next';
import type { LicenceStatusReport } from '../../../src-shared/contract/licence.ts';
import type { Today } from '../../../src-shared/contract/journal.ts';
import { selectEngineState, type EngineRoot } from '../engine/index.ts';
import { selectSettings, type SettingsRoot } from '../workspace/index.ts';
import { i18n } from '../../i18n/index.ts';
import type { FeatureEffects } from '../../lib/effects.ts';
import { dataOf, type Loadable } from '../../lib/loadable.ts';

/** How much of a free day is left when the notice appears. */
const NEARLY_USED_SEC = 5 * 60;

export interface NoticedRoot extends EngineRoot, SettingsRoot {
  devices: { status: string; list: readonly { id: string; name: string }[] };
  today: Loadable<Today>;
  licence: { status: Loadable<LicenceStatusReport> };
}

export interface SystemNotice {
  title: string;
  /** A newer notice of the same tag takes the place of the older. */
  tag: string;
}

/** Shown as a notice of the system where the user wants that. */
export const systemNoticeEffects: FeatureEffects<NoticedRoot> = (listen, page) =>
  listen.onChange(
    (root) => root,
    (now, before) => {
      const t = i18n.getFixedT(null, 'shell', 'systemNotices');
      for (const notice of systemNotices(before, now, t)) page.showSystemNotice?.(notice);
    },
  );

/** What somebody who does not look at the page wants to know of a change; nothing where they want no notices. */
export function systemNotices(
  before: NoticedRoot,
  now: NoticedRoot,
  t: TFunction<'shell', 'systemNotices'>,
): SystemNotice[] {
  if (!selectSettings(now).notifications) return [];
  return [
    sessionEnded(before, now, t),
    deviceGone(before, now, t),
    nearlyUsed(before, now, t),
    usedUp(before, now, t),
  ].filter((notice) => notice !== null);
}

/** On its own: a failure ended it. Its reason may name a device, which a screen in a room shows to all: not in privacy mode. */
function sessionEnded(
  before: NoticedRoot,
  now: NoticedRoot,
  t: TFunction<'shell', 'systemNotices'>,
): SystemNotice | null {
  const [old, state] = [selectEngineState(before), selectEngineState(now)];
  if (!old?.live || state?.live || !state?.lastFailure) return null;
  if (state.lastFailure.atMs === old.lastFailure?.atMs) return null;
  const isPrivate = selectSettings(now).privacyMode;
  return { tag: 'session', title: isPrivate ? t('sessionEnded') : state.lastFailure.message };
}

/** A chosen device, while nothing runs: a running session reports it as its own end. */
function deviceGone(
  before: NoticedRoot,
  now: NoticedRoot,
  t: TFunction<'shell', 'systemNotices'>,
): SystemNotice | null {
  if (before.devices === now.devices || now.devices.status !== 'ready') return null;
  if (selectEngineState(before)?.live) return null;
  const { inputDeviceId, outputDeviceId, privacyMode } = selectSettings(now);
  const gone = before.devices.list.find(
    ({ id }) =>
      (id === inputDeviceId || id === outputDeviceId) && !now.devices.list.some((device) => device.id === id),
  );
  if (!gone) return null;
  return { tag: 'device', title: privacyMode ? t('aDeviceGone') : t('deviceGone', { name: gone.name }) };
}

function nearlyUsed(
  before: NoticedRoot,
  now: NoticedRoot,
  t: TFunction<'shell', 'systemNotices'>,
): SystemNotice | null {
  const status = dataOf(now.licence.status);
  if (!status?.freeTier.isChosen || 'licenceId' in status.state) return null;
  const thresholdSec = status.freeTier.limitSec - NEARLY_USED_SEC;
  const usedBefore = dataOf(before.today)?.cleanedSec ?? Infinity;
  const used = dataOf(now.today)?.cleanedSec ?? 0;
  if (usedBefore >= thresholdSec || used < thresholdSec) return null;
  return { tag: 'free-tier', title: t('nearlyUsed', { minutes: NEARLY_USED_SEC / 60 }) };
}

/** The host has ended the session: the day's minutes are used. */
function usedUp(
  before: NoticedRoot,
  now: NoticedRoot,
  t: TFunction<'shell', 'systemNotices'>,
): SystemNotice | null {
  const [old, status] = [dataOf(before.licence.status), dataOf(now.licence.status)];
  if (!old || !status?.freeTier.isChosen || 'licenceId' in status.state) return null;
  const { usedSec, limitSec } = status.freeTier;
  if (old.freeTier.usedSec >= limitSec || usedSec < limitSec) return null;
  return { tag: 'free-tier', title: t('usedUp', { minutes: limitSec / 60 }) };
}
