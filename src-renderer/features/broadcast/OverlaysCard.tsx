import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { Corner } from '../../../src-shared/domain/broadcast/layouts.ts';
import { IMAGE_TYPES } from '../../../src-shared/domain/broadcast/scene.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import type { BroadcastDraft } from './broadcastState.ts';
import { selectDraft } from './broadcastSlice.ts';
import { CaptionsOverlay } from './CaptionsOverlay.tsx';
import { changeDraft } from './changeDraft.ts';
import { OverlayPart } from './OverlayPart.tsx';
import { readImageFile } from './readImageFile.ts';

const SLATES = ['none', 'startingSoon', 'beRightBack'] as const;
const CORNERS: readonly Corner[] = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'];
/** Before the start. */
const MINUTES = [0, 1, 5, 10, 15] as const;

/** What is shown in the place of the sources, or over them; it may be changed while live. */
export function OverlaysCard() {
  const { t } = useTranslation('broadcast');
  return (
    <Card aria-labelledby="broadcast-overlays">
      <CardHeader id="broadcast-overlays" title={t('overlays.title')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Slates />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 md:grid-cols-2">
          <LowerThird />
          <Logo />
        </div>
        <CaptionsOverlay />
      </div>
    </Card>
  );
}

function useDraft() {
  const dispatch = useAppDispatch();
  const draft = useSelector(selectDraft);
  return { draft, change: (changes: Partial<BroadcastDraft>) => dispatch(changeDraft(changes)) };
}

function Slates() {
  const { t } = useTranslation('broadcast');
  const { draft, change } = useDraft();
  const [minutes, setMinutes] = useState(0);
  const choose = (kind: (typeof SLATES)[number], wait = minutes) =>
    change({
      slate: {
        kind: kind === 'none' ? null : kind,
        endsAtMs: kind === 'startingSoon' && wait > 0 ? Date.now() + wait * 60_000 : null,
      },
    });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SegmentedControl
        label={t('overlays.slates')}
        value={draft.slate.kind ?? 'none'}
        segments={SLATES.map((value) => ({ value, label: t(`overlays.${value}`) }))}
        onChange={(kind) => choose(kind)}
      />
      <div className="w-44">
        <Choice
          label={t('overlays.countdown')}
          value={String(minutes)}
          options={MINUTES.map((count) => ({
            value: String(count),
            label: count === 0 ? t('overlays.noCountdown') : t('overlays.minutes', { count }),
          }))}
          onChange={(value) => {
            setMinutes(Number(value));
            if (draft.slate.kind === 'startingSoon') choose('startingSoon', Number(value));
          }}
        />
      </div>
    </div>
  );
}

function LowerThird() {
  const { t } = useTranslation('broadcast');
  const { draft, change } = useDraft();
  const { lowerThird } = draft;
  return (
    <OverlayPart
      label={t('overlays.lowerThird')}
      isOn={lowerThird.isOn}
      disabled={lowerThird.title.trim() === '' && !lowerThird.isOn}
      onChange={(isOn) => change({ lowerThird: { ...lowerThird, isOn } })}
    >
      {(['title', 'subtitle'] as const).map((part) => (
        <Field key={part} label={t(`overlays.${part === 'title' ? 'name' : 'role'}`)}>
          {(control) => (
            <Input
              {...control}
              value={lowerThird[part]}
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => change({ lowerThird: { ...lowerThird, [part]: target.value } })}
            />
          )}
        </Field>
      ))}
    </OverlayPart>
  );
}

function Logo() {
  const { t } = useTranslation('broadcast');
  const { draft, change } = useDraft();
  const { logo } = draft;
  const fileRef = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const image = await readImageFile(file);
    setProblem(image ? null : t('overlays.badLogo'));
    if (image) change({ logo: { ...logo, isOn: true, image } });
  };
  return (
    <OverlayPart
      label={t('overlays.logo')}
      isOn={logo.isOn}
      disabled={logo.image === null}
      onChange={(isOn) => change({ logo: { ...logo, isOn } })}
    >
      <div>
        <Button onClick={() => fileRef.current?.click()}>
          <ImageUp aria-hidden="true" className="size-4" />
          {t('overlays.chooseLogo')}
        </Button>
        <input
          ref={fileRef}
          type="file"
          accept={IMAGE_TYPES.join(',')}
          aria-label={t('overlays.logoFile')}
          className="hidden"
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = '';
          }}
        />
        <p role="status" className="mt-1.5 text-xs text-t3">
          {problem ?? t('overlays.logoHint')}
        </p>
      </div>
      <Choice
        label={t('overlays.corner')}
        value={logo.corner}
        options={CORNERS.map((corner) => ({ value: corner, label: t(`overlays.corners.${corner}`) }))}
        onChange={(corner) => change({ logo: { ...logo, corner } })}
      />
    </OverlayPart>
  );
}
