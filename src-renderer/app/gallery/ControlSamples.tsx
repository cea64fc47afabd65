import { Mic, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonVariant } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Input } from '../../ui/Input.tsx';
import { Knob } from '../../ui/Knob.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { Tabs } from '../../ui/Tabs.tsx';

const VARIANTS: ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger'];

export function ControlSamples() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <ButtonSamples />
      <FieldSamples />
      <SliderSamples />
      <ChoiceSamples />
      <KnobSamples />
    </div>
  );
}

function ButtonSamples() {
  return (
    <Card className="grid content-start gap-4">
      {(['sm', 'md', 'lg'] as const).map((size) => (
        <div key={size} className="flex flex-wrap gap-2">
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {variant}
            </Button>
          ))}
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled>disabled</Button>
        <Button variant="primary" isBusy>
          busy
        </Button>
        <Button>
          <Plus aria-hidden="true" className="size-4" /> with icon
        </Button>
        <IconButton label="Refresh" icon={<RefreshCw aria-hidden="true" />} />
        <IconButton label="Add" icon={<Plus aria-hidden="true" />} hasBorder={false} />
        <IconButton label="Refresh, disabled" icon={<RefreshCw aria-hidden="true" />} disabled />
      </div>
    </Card>
  );
}

function FieldSamples() {
  const [device, setDevice] = useState('a');
  return (
    <Card className="grid content-start gap-4">
      <Field label="Name" hint="As it appears in the list.">
        {(control) => <Input {...control} defaultValue="Podcast" />}
      </Field>
      <Field label="E-mail" error="This is not an e-mail address.">
        {(control) => <Input {...control} type="email" defaultValue="you@" />}
      </Field>
      <Select
        label="Input device"
        value={device}
        onChange={setDevice}
        icon={<Mic aria-hidden="true" className="text-t3" />}
        options={[
          { value: 'a', label: 'USB microphone', note: 'default' },
          { value: 'b', label: 'A microphone with a name that is too long for the place it has here' },
          { value: 'c', label: 'Headset', note: 'not connected' },
          { value: 'd', label: 'Line in', disabled: true },
        ]}
      />
      <Select
        label="Missing device"
        value="c"
        isInvalid
        onChange={setDevice}
        options={[{ value: 'c', label: 'Headset', note: 'not connected' }]}
      />
      <Select
        label="Disabled device"
        value="a"
        disabled
        onChange={setDevice}
        options={[{ value: 'a', label: 'USB microphone' }]}
      />
    </Card>
  );
}

function SliderSamples() {
  const [reduction, setReduction] = useState(85);
  const [threshold, setThreshold] = useState(-18);
  return (
    <Card className="grid content-start gap-5">
      <Slider
        label="Noise reduction"
        value={reduction}
        min={0}
        max={100}
        defaultValue={70}
        onChange={setReduction}
      />
      <Slider
        label="Threshold"
        value={threshold}
        min={-40}
        max={0}
        step={0.5}
        unit="dB"
        defaultValue={-18}
        onChange={setThreshold}
      />
      <Slider
        label="Disabled"
        value={40}
        min={0}
        max={100}
        defaultValue={40}
        onChange={setReduction}
        disabled
      />
    </Card>
  );
}

function ChoiceSamples() {
  const [isOn, setIsOn] = useState(true);
  const [engine, setEngine] = useState<'rnnoise' | 'off'>('rnnoise');
  const [tab, setTab] = useState('general');
  return (
    <Card className="grid content-start gap-5">
      <div className="flex items-center gap-4">
        <Switch label="Equalizer" isOn={isOn} onChange={setIsOn} />
        <Switch label="Compressor" isOn={!isOn} onChange={(next) => setIsOn(!next)} />
        <Switch label="Disabled" isOn={false} onChange={setIsOn} disabled />
      </div>
      <div>
        <SegmentedControl
          label="Denoiser"
          value={engine}
          onChange={setEngine}
          segments={[
            { value: 'rnnoise', label: 'RNNoise' },
            { value: 'off', label: 'Off' },
          ]}
        />
      </div>
      <Tabs
        label="Settings"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'general', label: 'General', content: <p>General settings</p> },
          { value: 'devices', label: 'Audio Devices', content: <p>Devices</p> },
          { value: 'advanced', label: 'Advanced', content: <p>Advanced settings</p> },
        ]}
      />
    </Card>
  );
}

function KnobSamples() {
  const [gain, setGain] = useState(0.6);
  const [place, setPlace] = useState(0.5);
  return (
    <Card className="flex flex-wrap gap-5">
      <Knob
        label="Gain"
        value={gain}
        text={`${(gain * 24 - 12).toFixed(1)} dB`}
        defaultValue={0.5}
        onChange={setGain}
      />
      <Knob
        label="Places"
        value={place}
        text={`${Math.round(place * 4) + 1} of 5`}
        defaultValue={0}
        stepCount={4}
        onChange={setPlace}
      />
      <Knob label="Disabled" value={0.3} text="30 %" defaultValue={0.5} onChange={setGain} disabled />
    </Card>
  );
}
