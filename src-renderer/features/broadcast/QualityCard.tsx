import { useId } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { MASTER_QUALITIES, masterQuality } from '../../../src-shared/domain/broadcast/quality.ts';
import { formatFigure } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { changeDraft } from './changeDraft.ts';
import { selectDraft, selectIsLocked, selectLive } from './broadcastSlice.ts';

/** In which quality the programme is encoded, for every destination alike. */
export function QualityCard() {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const draft = useSelector(selectDraft);
  const live = useSelector(selectLive);
  const isLocked = useSelector(selectIsLocked);
  const { id, width, height, videoKbps } = masterQuality(live?.quality ?? draft.quality);
  return (
    <Card aria-labelledby="broadcast-quality">
      <CardHeader id="broadcast-quality" title={t('quality.title')} />
      <Choice
        label={t('quality.label')}
        hint={
          isLocked
            ? t('details.locked')
            : t('quality.facts', { width, height, rate: formatFigure(videoKbps) })
        }
        value={id}
        options={MASTER_QUALITIES.map((quality) => ({ value: quality.id, label: quality.label }))}
        disabled={isLocked}
        onChange={(quality) => dispatch(changeDraft({ quality }))}
      />
      <Recorded field="isRecorded" text="record" isLocked={isLocked} />
      {draft.isRecorded && <Recorded field="recordsSources" text="recordSources" isLocked={isLocked} />}
    </Card>
  );
}

function Recorded({
  field,
  text,
  isLocked,
}: {
  field: 'isRecorded' | 'recordsSources';
  text: 'record' | 'recordSources';
  isLocked: boolean;
}) {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const draft = useSelector(selectDraft);
  const id = useId();
  return (
    <div className="mt-4 flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="text-t1">
          {t(`quality.${text}`)}
        </label>
        <p className="mt-0.5 text-xs text-t3">{t(`quality.${text}Hint`)}</p>
      </div>
      <Switch
        id={id}
        label={t(`quality.${text}`)}
        isOn={draft[field]}
        disabled={isLocked}
        onChange={(isOn) => dispatch(changeDraft({ [field]: isOn }))}
      />
    </div>
  );
}
