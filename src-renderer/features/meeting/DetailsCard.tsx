import { useState, type SyntheticEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { MEETING_PLATFORMS, MOST_PARTICIPANTS, participantsOf } from '../../../src-shared/domain/meetings.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import { MEETING_FORM_ID } from './meetingForm.ts';
import { draftChanged, selectAction, selectMeeting, selectIsRecording } from './meetingSlice.ts';
import { startMeeting } from './meetingThunks.ts';
import { useSound } from './useSound.ts';

/** What the meeting is; its title is asked for when it is to be recorded. */
export function DetailsCard() {
  const { t } = useTranslation('meeting');
  const dispatch = useAppDispatch();
  const { draft, takeId } = useSelector(selectMeeting);
  const action = useSelector(selectAction);
  const isRecording = useSelector(selectIsRecording);
  const { sound } = useSound();
  const [hasTried, setTried] = useState(false);
  const { title, participants, platform } = draft;
  const isFixed = isRecording || action !== null;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const hasTitle = title.trim() !== '';
    setTried(!hasTitle);
    if (hasTitle && !isFixed) void dispatch(startMeeting(sound));
  };
  return (
    <Card aria-labelledby="meeting-details">
      <CardHeader id="meeting-details" title={t('details.title')} />
      <form
        id={MEETING_FORM_ID}
        noValidate
        onSubmit={submit}
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]"
      >
        <Field
          label={t('details.meetingTitle')}
          error={hasTried && title.trim() === '' ? t('details.noTitle') : undefined}
        >
          {(control) => (
            <Input
              {...control}
              value={title}
              maxLength={200}
              disabled={isFixed}
              onChange={({ target }) => dispatch(draftChanged({ title: target.value }))}
            />
          )}
        </Field>
        <Field label={t('details.participants')} hint={t('details.participantsHint')}>
          {(control) => (
            <Input
              {...control}
              // The form is empty again after a recording.
              key={takeId ?? 'none'}
              type="number"
              inputMode="numeric"
              min={0}
              max={MOST_PARTICIPANTS}
              step={1}
              defaultValue={participants}
              onChange={({ target }) =>
                dispatch(draftChanged({ participants: participantsOf(target.value) }))
              }
              onBlur={({ target }) => {
                target.value = String(participantsOf(target.value));
              }}
            />
          )}
        </Field>
        <NamesField />
        <div className="grid gap-1.5">
          <span aria-hidden="true" className="text-xs font-medium text-t2">
            {t('details.platform')}
          </span>
          <Select
            label={t('details.platform')}
            value={platform}
            options={MEETING_PLATFORMS.map((value) => ({ value, label: t(`details.platforms.${value}`) }))}
            onChange={(value) => {
              const chosen = MEETING_PLATFORMS.find((known) => known === value);
              if (chosen) dispatch(draftChanged({ platform: chosen }));
            }}
          />
        </div>
      </form>
    </Card>
  );
}

/** Of those who take part: a transcript offers them for its speakers. */
function NamesField() {
  const { t } = useTranslation('meeting');
  const dispatch = useAppDispatch();
  const { draft } = useSelector(selectMeeting);
  return (
    <div className="order-last md:col-span-3">
      <Field label={t('details.names')} hint={t('details.namesHint')}>
        {(control) => (
          <Input
            {...control}
            value={draft.names}
            maxLength={5000}
            onChange={({ target }) => dispatch(draftChanged({ names: target.value }))}
          />
        )}
      </Field>
    </div>
  );
}
