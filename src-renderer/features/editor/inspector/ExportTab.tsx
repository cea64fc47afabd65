import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { projectEndFrame } from '../../../../src-shared/domain/edit/document.ts';
import {
  isSoundFormat,
  RENDER_BITRATES,
  RENDER_FORMATS,
  RENDER_PRESETS,
  RENDER_RATES,
  RENDER_RESOLUTIONS,
  type RenderFormat,
  type RenderFormatOffer,
  type RenderPreset,
} from '../../../../src-shared/domain/edit/render.ts';
import { dataOf } from '../../../lib/loadable.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { selectChapterFormats, selectEditorHas } from '../../workspace/index.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { selectEditor, selectProject } from '../editorSlice.ts';
import { readFormats, startRender, type RenderChoice } from '../renderThunks.ts';
import { RenderQueue } from './RenderQueue.tsx';

/** The first of each list of document 2, section 9, but for the resolution: that of the canvas. */
const AT_FIRST: RenderChoice = { format: 'mp4', resolution: '1080p', frameRate: 30, mbps: 25 };
const OWN = 'own';
const PRESETS = ['custom', ...(Object.keys(RENDER_PRESETS) as RenderPreset[])] as const;
const CAPTIONS = ['burnt', 'track', 'none'] as const;

/** What the file will be, and the files that are being made. */
export function ExportTab() {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const project = useSelector(selectProject);
  const [choice, setChoice] = useState<RenderChoice>(AT_FIRST);
  const [preset, setPreset] = useState<(typeof PRESETS)[number]>('custom');
  const [isRangeOnly, setIsRangeOnly] = useState(false);
  const offers = dataOf(useSelector(selectEditor).formats) ?? [];
  const chapterFormats = useSelector(selectChapterFormats);
  const outlivesPage = useSelector(selectEditorHas('outlivesPage'));
  useEffect(() => void dispatch(readFormats()), [dispatch]);
  if (!project) return null;
  const asked = { ...choice, format: offeredInstead(choice.format, offers) };
  const end = projectEndFrame(project);
  const range = { from: project.inFrame ?? 0, to: Math.min(end, project.outFrame ?? end) };
  const hasRange = (project.inFrame !== null || project.outFrame !== null) && range.to > range.from;
  const change = (changes: Partial<RenderChoice>) => {
    setPreset('custom');
    setChoice({ ...choice, ...changes });
  };
  const start = () =>
    void dispatch(
      startRender({
        ...asked,
        ...(hasRange && isRangeOnly
          ? { range: { fromFrame: range.from, frames: range.to - range.from } }
          : {}),
      }),
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ChoiceField
        label={t('exporting.preset')}
        value={preset}
        options={PRESETS.map((value) => ({ value, label: t(`exporting.presets.${value}`) }))}
        onChange={(value) => {
          setPreset(value);
          setChoice(value === 'custom' ? AT_FIRST : { ...RENDER_PRESETS[value] });
        }}
      />
      <FormatField format={asked.format} offers={offers} onChange={(format) => change({ format })} />
      {!isSoundFormat(asked.format) && <FrameFields choice={choice} onChange={change} />}
      {chapterFormats.includes(asked.format) && (
        <SwitchLine
          label={t('exporting.chapters')}
          isOn={choice.hasChapters ?? false}
          onChange={(hasChapters) => change({ hasChapters })}
        />
      )}
      {!chapterFormats.includes(asked.format) && project.markers.length > 0 && (
        <p className="text-xs text-t3">
          {t('exporting.noChapters', { format: t(`exporting.formats.${asked.format}`) })}
        </p>
      )}
      {hasRange && <SwitchLine label={t('exporting.range')} isOn={isRangeOnly} onChange={setIsRangeOnly} />}
      <Button variant="primary" disabled={end === 0} onClick={start}>
        {t('exporting.start')}
      </Button>
      {end === 0 && <p className="text-xs text-t3">{t('exporting.empty')}</p>}
      {!outlivesPage && <p className="text-xs text-t3">{t('exporting.keepOpen')}</p>}
      <RenderQueue />
    </div>
  );
}

/** The same, or the first that this host can write. */
function offeredInstead(format: RenderFormat, offers: readonly RenderFormatOffer[]): RenderFormat {
  const isOffered = (value: RenderFormat) =>
    offers.every((offer) => offer.format !== value || offer.capability.supported);
  return isOffered(format) ? format : (RENDER_FORMATS.find(isOffered) ?? format);
}

interface FormatFieldProps {
  format: RenderFormat;
  offers: readonly RenderFormatOffer[];
  onChange: (format: RenderFormat) => void;
}

function FormatField({ format, offers, onChange }: FormatFieldProps) {
  const { t } = useTranslation('editor');
  const refused = new Map<string, RenderFormat[]>();
  for (const { format: value, capability } of offers)
    if (!capability.supported)
      refused.set(capability.reason, [...(refused.get(capability.reason) ?? []), value]);
  const options = RENDER_FORMATS.map((value) => ({
    value,
    label: t(`exporting.formats.${value}`),
    disabled: [...refused.values()].flat().includes(value),
  }));
  return (
    <div className="grid gap-1">
      <ChoiceField label={t('exporting.format')} value={format} options={options} onChange={onChange} />
      {[...refused].map(([reason, formats]) => (
        <p key={reason} className="text-xs text-t3">
          {formats.map((value) => t(`exporting.formats.${value}`)).join(', ')}: {reason}
        </p>
      ))}
    </div>
  );
}

interface FrameFieldsProps {
  choice: RenderChoice;
  onChange: (changes: Partial<RenderChoice>) => void;
}

function FrameFields({ choice, onChange }: FrameFieldsProps) {
  const { t } = useTranslation('editor');
  const hasSmartCut = useSelector(selectEditorHas('hasSmartCut'));
  const resolutions = Object.keys(RENDER_RESOLUTIONS) as (keyof typeof RENDER_RESOLUTIONS)[];
  return (
    <>
      <ChoiceField
        label={t('exporting.resolution')}
        value={choice.resolution ?? '1080p'}
        options={resolutions.map((value) => ({ value, label: value }))}
        onChange={(resolution) => onChange({ resolution })}
      />
      <ChoiceField
        label={t('exporting.frameRate')}
        value={String(choice.frameRate ?? 30)}
        options={RENDER_RATES.map((fps) => ({ value: String(fps), label: t('exporting.fps', { fps }) }))}
        onChange={(value) =>
          onChange({ frameRate: RENDER_RATES.find((fps) => String(fps) === value) ?? null })
        }
      />
      <ChoiceField
        label={t('exporting.quality')}
        value={choice.mbps ? String(choice.mbps) : OWN}
        options={[
          ...RENDER_BITRATES.map((mbps) => ({ value: String(mbps), label: t('exporting.mbps', { mbps }) })),
          { value: OWN, label: t('exporting.evenQuality') },
        ]}
        onChange={(value) =>
          onChange({ mbps: RENDER_BITRATES.find((mbps) => String(mbps) === value) ?? null })
        }
      />
      <ChoiceField
        label={t('exporting.captions')}
        value={choice.captions ?? 'burnt'}
        options={CAPTIONS.map((value) => ({ value, label: t(`exporting.captionKinds.${value}`) }))}
        onChange={(captions) => onChange({ captions })}
      />
      {hasSmartCut ? (
        <div className="grid gap-1">
          <SwitchLine
            label={t('exporting.smart')}
            isOn={choice.smart ?? false}
            onChange={(smart) => onChange({ smart })}
          />
          <p className="text-xs text-t3">{t('exporting.smartHint')}</p>
        </div>
      ) : (
        <p className="text-xs text-t3">{t('exporting.noSmart')}</p>
      )}
    </>
  );
}

function SwitchLine(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="text-xs text-t2">{props.label}</span>
      <Switch {...props} />
    </div>
  );
}
