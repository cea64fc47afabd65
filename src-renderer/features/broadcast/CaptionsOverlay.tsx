import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { dataOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { selectCaptions } from '../captions/index.ts';
import { selectDraft } from './broadcastSlice.ts';
import { changeDraft } from './changeDraft.ts';
import { OverlayPart } from './OverlayPart.tsx';

/** They are turned on in Voice AI Studio, where their price is seen. */
export function CaptionsOverlay() {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const { showsCaptions } = useSelector(selectDraft);
  const isOn = dataOf(useSelector(selectCaptions))?.isOn === true;
  return (
    <OverlayPart
      label={t('overlays.captions')}
      isOn={showsCaptions}
      disabled={false}
      onChange={(isShown) => dispatch(changeDraft({ showsCaptions: isShown }))}
    >
      <p className="text-xs text-t3">
        {t(isOn ? 'overlays.captionsOn' : 'overlays.captionsOff')}{' '}
        {!isOn && (
          <Link to={ROUTES.voiceAi} className="text-accent underline">
            {t('overlays.captionsOpen')}
          </Link>
        )}
      </p>
    </OverlayPart>
  );
}
