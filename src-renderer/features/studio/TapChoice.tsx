import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { TAPS } from '../../../src-shared/domain/captureSetUp.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Choice } from '../../ui/Choice.tsx';
import { selectCaptureSupport, selectIsConnected, selectVoiceCleaning } from '../workspace/index.ts';
import { useIsTaking } from './video/useIsTaking.ts';
import { selectSetUp } from './studioSlice.ts';
import { changeOptions } from './studioThunks.ts';

/** Which sound of a channel its files have; fixed while a recording runs. */
export function TapChoice() {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const setUp = useSelector(selectSetUp);
  const support = useSelector(selectCaptureSupport);
  const isTaking = useIsTaking();
  const isConnected = useSelector(selectIsConnected);
  const canCleanLater = useSelector(selectVoiceCleaning)?.supported === true;
  if (!setUp || !support?.supported) return null;
  const { tap } = setUp.recording;
  const hint = tap === 'raw' && !canCleanLater ? 'rawAlone' : tap;
  const taps = TAPS.filter((one) => one !== 'both' || support.options.includes('bothTaps'));
  return (
    <Choice
      isDense
      label={t('settings.tap')}
      hint={t(isTaking ? 'settings.locked' : `settings.tapHints.${hint}`)}
      value={tap}
      options={taps.map((one) => ({ value: one, label: t(`settings.taps.${one}`) }))}
      disabled={isTaking || !isConnected}
      onChange={(next) => void dispatch(changeOptions({ recording: { tap: next } }))}
    />
  );
}
