import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { describeExcess, describeLimit, type LimitedSource } from '../../../src-shared/domain/planLimits.ts';
import { wordText } from '../../i18n/wordFailure.ts';
import { classNames } from '../../lib/classNames.ts';
import { selectRecordingLimits } from '../licence/index.ts';
import { selectChannels, selectSetUp } from './studioSlice.ts';
import { selectVideoChannels } from './video/videoSlice.ts';

/** Where sources are added: that the plan records no more of them, or that more are on than it records. */
export function PlanNote({ source }: { source: LimitedSource }) {
  // Drawn again where another language is spoken.
  useTranslation();
  const limits = useSelector(selectRecordingLimits);
  const isMixed = useSelector(selectSetUp)?.recording.mode === 'mixed';
  const channels = useSelector(selectChannels);
  const videos = useSelector(selectVideoChannels).filter(({ kind }) => kind === source);
  const isOne = source === 'audio' && isMixed;
  const count = (source === 'audio' ? channels : videos).filter(({ isEnabled }) => isEnabled).length;
  // A mix is one track, of however many channels.
  const excess = isOne ? null : describeExcess(limits, source, count);
  const full = isOne ? null : describeLimit(limits, source, count);
  const text = excess ?? full;
  return (
    <div role="status" className="contents">
      {text !== null && (
        <p className={classNames('text-xs', excess === null ? 'text-t3' : 'text-amb-text')}>
          {wordText(text)}
        </p>
      )}
    </div>
  );
}
