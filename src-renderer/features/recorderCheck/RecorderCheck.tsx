import './texts.ts';
import { useTranslation } from '../../lib/useTranslation.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { SharePreview, type SharePreviewProps } from './SharePreview.tsx';
import { SoundCheck } from './SoundCheck.tsx';

interface RecorderCheckProps extends Omit<SharePreviewProps, 'isIdle'> {
  /** The microphone is to be recorded. */
  hasMicrophone: boolean;
  /** What the host's computer plays is, too. */
  hasSystem: boolean;
  /** Nothing is being recorded. */
  isBefore: boolean;
  /** Nothing is on its way either. */
  isIdle: boolean;
}

/** The level of what is heard and a preview of what is shared, before a recording begins. */
export function RecorderCheck({
  hasMicrophone,
  hasSystem,
  isBefore,
  isIdle,
  ...preview
}: RecorderCheckProps) {
  const { t } = useTranslation('recorderCheck');
  // It stays, unseen: what was chosen is released with the screen, not with the start.
  return (
    <Card aria-labelledby="recorder-check" hidden={!isBefore}>
      <CardHeader id="recorder-check" title={t('title')} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 md:grid-cols-2">
        <SoundCheck hasMicrophone={hasMicrophone} hasSystem={hasSystem} isIdle={isBefore && isIdle} />
        <SharePreview isIdle={isBefore && isIdle} {...preview} />
      </div>
    </Card>
  );
}
