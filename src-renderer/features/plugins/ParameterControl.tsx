import { controlOf, tidyDisplay, type PluginParameter } from '../../../src-shared/domain/plugins.ts';
import { Knob } from '../../ui/Knob.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';

interface ParameterControlProps {
  parameter: PluginParameter;
  onTurn: (value: number) => void;
  onSettle: (value: number, before: number) => void;
  disabled: boolean;
}

/** A knob, a list or a switch, as the parameter is. */
export function ParameterControl({ parameter, onTurn, onSettle, disabled }: ParameterControlProps) {
  const { name, value, display, units, defaultValue, stepCount, choices } = parameter;
  const shown = tidyDisplay(display);
  const text = [shown, shown.endsWith(units) ? '' : units].filter(Boolean).join(' ');
  const set = (next: number) => {
    onTurn(next);
    onSettle(next, value);
  };
  switch (controlOf(parameter)) {
    case 'knob':
      return (
        <Knob
          label={name}
          value={value}
          text={text}
          defaultValue={defaultValue}
          stepCount={stepCount}
          disabled={disabled}
          onChange={onTurn}
          onCommit={onSettle}
        />
      );
    case 'switch':
      return (
        <div className="grid w-20 justify-items-center gap-1.5 text-center">
          <span className="grid h-12 place-items-center">
            <Switch
              isOn={value >= 0.5}
              label={name}
              disabled={disabled}
              onChange={(isOn) => set(isOn ? 1 : 0)}
            />
          </span>
          <span title={name} className="line-clamp-2 w-full text-2xs leading-tight text-t2">
            {name}
          </span>
          <span aria-hidden="true" className="w-full truncate text-xs font-medium text-t1">
            {/^\d*$/.test(shown) ? '' : text}
          </span>
        </div>
      );
    case 'list': {
      const places = choices ?? [];
      const last = Math.max(1, places.length - 1);
      return (
        <div className="col-span-2 grid w-full max-w-44 content-start gap-1.5">
          <span aria-hidden="true" title={name} className="truncate text-2xs text-t2">
            {name}
          </span>
          <Select
            label={name}
            value={String(Math.round(value * last))}
            options={places.map((label, place) => ({ value: String(place), label: label || String(place) }))}
            onChange={(place) => set(Number(place) / last)}
            disabled={disabled}
          />
        </div>
      );
    }
  }
}
