import type { TFunction } from 'i18next';
import type { EngineState } from '../../../src-shared/contract/engine.ts';
import type { Notice } from '../../lib/effects.ts';

/** One place for what the engine's process does: the newest word replaces the one before. */
const NOTICE_ID = 'engine';

/** What the user is shown when the engine's process dies, is back, or is given up; else null. */
export function engineNotice(
  before: EngineState | null,
  now: EngineState | null,
  t: TFunction<'shell'>,
): Notice | null {
  if (!before || !now) return null;
  const restarts = now.restarts - before.restarts;
  const isBack = now.process === 'running' && (before.process === 'restarting' || restarts > 0);
  if (isBack) {
    return {
      id: NOTICE_ID,
      tone: 'success',
      title: t('notices.engineBack'),
      message: t('notices.engineBackMessage', { count: now.restarts }),
    };
  }
  if (now.process === before.process) return liveLostNotice(before, now);
  if (now.process === 'restarting') {
    return {
      id: NOTICE_ID,
      tone: 'warning',
      title: t('notices.engineStopped'),
      ...(now.lastFailure ? { message: now.lastFailure.message } : {}),
    };
  }
  if (now.process === 'failed') {
    return {
      id: NOTICE_ID,
      tone: 'error',
      title: t('notices.engineFailed'),
      message: now.lastFailure?.message ?? t('notices.engineFailedMessage'),
    };
  }
  return null;
}

/** A session that ended by a failure, e.g. an unplugged device, while the process continues. */
function liveLostNotice(before: EngineState, now: EngineState): Notice | null {
  const isNewFailure = now.lastFailure !== null && now.lastFailure.atMs !== before.lastFailure?.atMs;
  if (!before.live || now.live || !isNewFailure) return null;
  return { id: NOTICE_ID, tone: 'error', title: now.lastFailure?.message ?? '' };
}
