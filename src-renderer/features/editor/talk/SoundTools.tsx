import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { MessageBox } from '../../../ui/MessageBox.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { CrosstalkTool } from './CrosstalkTool.tsx';
import { DuckingTool } from './DuckingTool.tsx';
import { PausesTool } from './PausesTool.tsx';
import { useMicrophones, type Microphones } from './useMicrophones.ts';

const THRESHOLD_DB = { min: -70, max: -10, default: -40 } as const;

/** The tools that listen to the microphones, and which those are. */
export function SoundTools({ tool }: { tool: 'pauses' | 'crosstalk' | 'ducking' }) {
  const { t } = useTranslation('editor');
  const [isAutomatic, setIsAutomatic] = useState(true);
  const [thresholdDb, setThresholdDb] = useState<number>(THRESHOLD_DB.default);
  const state = useMicrophones(isAutomatic ? null : thresholdDb);
  const { project, heard, microphones, isBusy, failure } = state;
  if (!project) return null;
  return (
    <>
      <p className="text-xs text-t3">{t(`talk.${tool}.hint`)}</p>
      <MicrophoneList state={state} />
      <SwitchLine label={t('talk.autoThreshold')} isOn={isAutomatic} onChange={setIsAutomatic} />
      {!isAutomatic && (
        <Slider
          label={t('talk.threshold')}
          value={thresholdDb}
          min={THRESHOLD_DB.min}
          max={THRESHOLD_DB.max}
          defaultValue={THRESHOLD_DB.default}
          unit="dB"
          onChange={setThresholdDb}
        />
      )}
      {failure !== null && <MessageBox tone="error">{t('talk.failed', { reason: failure })}</MessageBox>}
      {microphones === null ? (
        <Button isBusy={isBusy} disabled={heard.length === 0} onClick={() => void state.listen()}>
          {t('talk.analyze')}
        </Button>
      ) : (
        <>
          {tool === 'pauses' && <PausesTool project={project} microphones={microphones} />}
          {tool === 'crosstalk' && <CrosstalkTool project={project} microphones={microphones} />}
          {tool === 'ducking' && (
            <DuckingTool project={project} microphones={microphones} others={state.others} />
          )}
        </>
      )}
    </>
  );
}

function MicrophoneList({ state: { heard, isMicrophone, setMicrophone } }: { state: Microphones }) {
  const { t } = useTranslation('editor');
  if (heard.length === 0) return <p className="text-xs text-t3">{t('talk.noMicrophone')}</p>;
  return (
    <fieldset className="grid gap-1.5 rounded-lg bg-inset p-2.5">
      <legend className="sr-only">{t('talk.microphones')}</legend>
      <span aria-hidden="true" className="text-xs font-semibold text-t1">
        {t('talk.microphones')}
      </span>
      {heard.map(({ id, name }) => (
        <SwitchLine
          key={id}
          label={name}
          isOn={isMicrophone(id)}
          onChange={(isOne) => setMicrophone(id, isOne)}
        />
      ))}
    </fieldset>
  );
}

function SwitchLine(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <div className="flex items-center justify-between gap-2 text-xs text-t2">
      <span className="min-w-0 truncate" title={props.label}>
        {props.label}
      </span>
      <Switch {...props} />
    </div>
  );
}
