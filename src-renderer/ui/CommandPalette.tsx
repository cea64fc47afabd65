import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '../lib/classNames.ts';
import { DIALOG_OVERLAY } from './dialogStyle.ts';
import { Kbd } from './Kbd.tsx';
import { rankCommand } from './rankCommand.ts';

export interface PaletteCommand {
  id: string;
  label: string;
  icon?: ReactNode;
  /** Other words that find it. */
  keywords?: readonly string[];
  shortcut?: string;
  /** Quiet text, e.g. `active`. */
  note?: string;
  disabled?: boolean;
  run: () => void;
}
export interface PaletteGroup {
  heading: string;
  commands: readonly PaletteCommand[];
}

interface CommandPaletteProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  groups: readonly PaletteGroup[];
  title: string;
  placeholder: string;
  emptyText: string;
  /** Hears what is typed, for commands that are looked for elsewhere. */
  onType?: (typed: string) => void;
}

/** Reaches every screen and action by typing. */
export function CommandPalette(props: CommandPaletteProps) {
  const { isOpen, onOpenChange, groups, title, placeholder, emptyText, onType } = props;
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={DIALOG_OVERLAY} />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[14vh] z-50 mx-auto max-w-xl overflow-hidden rounded-xl bg-panel shadow-pop animate-fade-in"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <Command label={title} filter={rank}>
            <div className="flex items-center gap-2.5 border-b border-line2 px-4">
              <Search aria-hidden="true" className="size-4 shrink-0 text-t3" />
              <Command.Input
                placeholder={placeholder}
                {...(onType && { onValueChange: onType })}
                className="h-12 w-full bg-transparent text-sm text-t1 outline-none placeholder:text-t3"
              />
            </div>
            <Command.List className="max-h-[min(24rem,60vh)] overflow-y-auto p-2">
              <Command.Empty className="p-6 text-center text-t2">{emptyText}</Command.Empty>
              {groups.map((group) => (
                <Group key={group.heading} group={group} onRun={() => onOpenChange(false)} />
              ))}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The first of an item's keywords is its label. */
const rank = (_id: string, typed: string, [label = '', ...others]: string[] = []) =>
  rankCommand(typed, label, others);

const HEADING =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-2xs ' +
  '[&_[cmdk-group-heading]]:text-t3';

function Group({ group, onRun }: { group: PaletteGroup; onRun: () => void }) {
  return (
    <Command.Group heading={group.heading} className={HEADING}>
      {group.commands.map((command) => (
        <Command.Item
          key={command.id}
          value={command.id}
          keywords={[command.label, group.heading, ...(command.keywords ?? [])]}
          disabled={command.disabled ?? false}
          onSelect={() => {
            onRun();
            command.run();
          }}
          className={classNames(
            'flex min-h-9 cursor-default items-center gap-3 rounded-lg px-2.5 text-t1 select-none [&>svg]:size-4',
            '[&>svg]:text-t2 data-[disabled=true]:text-t3 data-[selected=true]:bg-raise',
          )}
        >
          {command.icon}
          <span className="grow">{command.label}</span>
          {command.note !== undefined && <span className="text-xs text-t2">{command.note}</span>}
          {command.shortcut !== undefined && <Kbd>{command.shortcut}</Kbd>}
        </Command.Item>
      ))}
    </Command.Group>
  );
}
