import { useState, type FormEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { Clip, Rational } from '../../../src-shared/domain/edit/document.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Input } from '../../ui/Input.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { edit } from './edits.ts';
import { selectEditor, selectProject, selectSelected, speedOpened } from './editorSlice.ts';
import { timecodeOf } from './preview/timecode.ts';
import { lengthAt, percentOf, readSpeed } from './speed.ts';

const PRESETS = ['25', '50', '2/3', '75', '100', '125', '150', '200', '400'] as const;
const SOUNDS = ['stretch', 'mute'] as const;

/** How fast the selected clips play. */
export function SpeedDialog() {
  const { isSpeedOpen } = useSelector(selectEditor);
  const chosen = useSelector(selectSelected).filter(({ clip }) => clip.speed.num > 0);
  const [first] = chosen;
  return isSpeedOpen && first ? (
    <Fields clip={first.clip} clipIds={chosen.map(({ clip }) => clip.id)} />
  ) : null;
}

function Fields({ clip, clipIds }: { clip: Clip; clipIds: string[] }) {
  const { t } = useTranslation('editing');
  const dispatch = useAppDispatch();
  const project = useSelector(selectProject);
  const [text, setText] = useState(percentOf(clip.speed));
  const [sound, setSound] = useState(clip.speedSound);
  const [isRipple, setRipple] = useState(true);
  const speed = readSpeed(text);
  const close = () => dispatch(speedOpened(false));
  const apply = (event: FormEvent, wanted: Rational | null) => {
    event.preventDefault();
    if (!wanted) return;
    dispatch(edit('setSpeed', { clipIds, speed: wanted, speedSound: sound, ripple: isRipple }));
    close();
  };
  if (!project) return null;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title={t('speed.title')}
      closeLabel={t('speed.cancel')}
      className="max-w-md"
    >
      <form className="grid gap-4" onSubmit={(event) => apply(event, speed)}>
        <label className="grid gap-1.5 text-xs text-t2">
          {t('speed.percent')}
          <Input
            value={text}
            aria-invalid={speed === null}
            aria-describedby="speed-hint"
            onChange={(event) => setText(event.target.value)}
          />
          <span id="speed-hint" role="status" className={speed ? 'text-t3' : 'text-red-text'}>
            {speed
              ? `${t('speed.length', { length: timecodeOf(project, lengthAt(clip, speed)) })} · ${t('speed.fraction')}`
              : t('speed.invalid')}
          </span>
        </label>
        <div role="group" aria-label={t('speed.presets')} className="flex flex-wrap gap-1.5">
          {PRESETS.map((preset) => (
            <Button key={preset} size="sm" onClick={() => setText(preset)}>
              {preset.includes('/') ? preset : `${preset} %`}
            </Button>
          ))}
        </div>
        <div className="flex items-center justify-between gap-3 text-xs text-t2">
          <span aria-hidden="true">{t('speed.sound')}</span>
          <SegmentedControl
            label={t('speed.sound')}
            value={sound}
            onChange={setSound}
            segments={SOUNDS.map((value) => ({ value, label: t(`speed.sounds.${value}`) }))}
          />
        </div>
        <div className="flex items-center justify-between gap-3 text-xs text-t2">
          <span aria-hidden="true">{t('speed.ripple')}</span>
          <Switch label={t('speed.ripple')} isOn={isRipple} onChange={setRipple} />
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{t('speed.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!speed}>
            {t('speed.apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
