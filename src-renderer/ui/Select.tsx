import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '../lib/classNames.ts';

export interface SelectOption {
  value: string;
  label: string;
  /** Quiet text at the right, e.g. `default` or `not connected`. */
  note?: string;
  disabled?: boolean;
}

interface SelectProps {
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
  /** E.g. to bring the options up to date. */
  onOpenChange?: (isOpen: boolean) => void;
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  isInvalid?: boolean;
  describedBy?: string;
  className?: string;
}

/** One of a list. */
export function Select(props: SelectProps) {
  const { value, options, onChange, onOpenChange, label, icon } = props;
  const { disabled = false, isInvalid, describedBy, className } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <Radix.Root
      value={value}
      onValueChange={onChange}
      disabled={disabled}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      <Radix.Trigger
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        className={classNames(
          'flex h-9 w-full min-w-0 items-center gap-2 rounded-lg border bg-inset px-3 text-left transition-colors',
          'hover:border-edge disabled:pointer-events-none disabled:opacity-60 [&>svg]:size-4 [&>svg]:shrink-0',
          isInvalid ? 'border-amb' : 'border-line2',
          className,
        )}
      >
        {icon}
        <span className="min-w-0 grow truncate">
          <Radix.Value>{chosen?.label}</Radix.Value>
        </span>
        {chosen?.note && <span className="shrink-0 text-xs text-t3">{chosen.note}</span>}
        <ChevronDown aria-hidden="true" className="text-t3" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[min(28rem,calc(100vw-1rem))] overflow-hidden rounded-lg bg-panel shadow-pop animate-pop-in"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <SelectItem key={option.value} option={option} />
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function SelectItem({ option }: { option: SelectOption }) {
  return (
    <Radix.Item
      value={option.value}
      disabled={option.disabled ?? false}
      className="flex min-h-8 cursor-default items-center gap-2 rounded-md py-1 pr-2.5 pl-8 outline-none select-none relative data-disabled:text-t3 data-highlighted:bg-raise"
    >
      <Radix.ItemIndicator className="absolute left-2.5">
        <Check aria-hidden="true" className="size-3.5 text-accent" />
      </Radix.ItemIndicator>
      <span className="grow">
        <Radix.ItemText>{option.label}</Radix.ItemText>
      </span>
      {option.note && <span className="shrink-0 text-xs text-t3">{option.note}</span>}
    </Radix.Item>
  );
}
