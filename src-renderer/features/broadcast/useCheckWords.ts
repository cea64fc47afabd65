import { useTranslation } from '../../lib/useTranslation.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { formatFigure } from '../../lib/figures.ts';
import type { CheckRow } from './preflight.ts';

interface CheckWords {
  title: string;
  advice: string | null;
}

/** What is said of one thing that was looked at. */
export function useCheckWords(row: CheckRow): CheckWords {
  const { t } = useTranslation('broadcast');
  const speedWords = useSpeedWords();
  switch (row.kind) {
    case 'sources':
      return row.count > 0
        ? { title: t('check.sources', { count: row.count }), advice: null }
        : { title: t('check.noSources'), advice: t('check.noSourcesAdvice') };
    case 'noSound':
      return { title: t('check.noSound'), advice: t('check.noSoundAdvice') };
    case 'sound':
      if (row.grade !== 'good') return { title: t('check.quiet'), advice: t('check.quietAdvice') };
      return { title: t('check.sound', { level: formatFigure(row.levelDb ?? 0) }), advice: null };
    case 'encoder': {
      if (!row.probe) return { title: t('check.probing'), advice: null };
      const fps = formatFigure(row.probe.encodedFps ?? 0);
      if (row.grade === 'bad') return { title: t('check.noEncoder'), advice: t('check.noEncoderAdvice') };
      if (row.grade === 'warn') {
        const title = t('check.slowEncoder', { fps, wanted: row.wantedFps });
        return { title, advice: t('check.slowEncoderAdvice') };
      }
      const advice = t(row.probe.isHardware ? 'check.hardware' : 'check.software');
      return { title: t('check.encoder', { fps }), advice };
    }
    case 'destinations':
      return row.count > 0
        ? { title: t('check.destinations', { count: row.count }), advice: null }
        : { title: t('check.noDestination'), advice: t('check.noDestinationAdvice') };
    case 'missingKey':
      return {
        title: t('check.missingKey', { name: row.name }),
        advice: t('check.missingKeyAdvice'),
      };
    case 'speed':
      return speedWords(row);
    case 'disk': {
      const size = formatBytes(row.freeBytes ?? 0);
      if (row.grade === 'warn')
        return { title: t('check.diskLow', { size }), advice: t('check.diskLowAdvice') };
      return { title: row.freeBytes === null ? '…' : t('check.disk', { size }), advice: null };
    }
  }
}

function useSpeedWords() {
  const { t } = useTranslation('broadcastAccounts');
  return ({ name, test }: Extract<CheckRow, { kind: 'speed' }>): CheckWords => {
    if (test === null) return { title: t('speed.none', { name }), advice: null };
    if (test === 'measuring') return { title: t('speed.testing', { name }), advice: null };
    if (test.kind === 'failed') return { title: t('speed.failed', { name }), advice: test.message };
    if (test.kind === 'answered') {
      const title = t('speed.answered', { name, ms: formatFigure(test.inMs) });
      return { title, advice: t('speed.answeredHint') };
    }
    const title = t('speed.measured', { name, rate: formatFigure(test.kbps) });
    const advice = test.isEnough
      ? t(`speed.enough.${test.way}`)
      : t('speed.tooSlow', { wanted: formatFigure(test.wantedKbps) });
    return { title, advice };
  };
}
