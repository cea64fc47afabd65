import { Switch as Radix } from 'radix-ui';

interface SwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  label: string;
  id?: string;
  disabled?: boolean;
}

/** On or off, in effect at once. */
export function Switch({ isOn, onChange, label, ...rest }: SwitchProps) {
  return (
    <Radix.Root
      checked={isOn}
      onCheckedChange={onChange}
      aria-label={label}
      className="group relative h-5 w-9 shrink-0 rounded-full bg-edge transition-colors disabled:opacity-50 data-[state=checked]:bg-accent"
      {...rest}
    >
      <Radix.Thumb className="block size-4 translate-x-0.5 rounded-full bg-white transition-transform group-data-[state=checked]:translate-x-[1.125rem]" />
    </Radix.Root>
  );
}
