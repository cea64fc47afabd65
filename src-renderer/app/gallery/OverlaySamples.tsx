import { Copy, Pencil, Trash } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CommandPalette } from '../../ui/CommandPalette.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { hideNotice, showNotice } from '../../ui/notice.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';

const nothing = () => undefined;

export function OverlaySamples() {
  return (
    <Card className="flex flex-wrap gap-2">
      <DialogSamples />
      <DropdownMenu
        trigger={<Button>Menu</Button>}
        groups={[
          [
            { id: 'rename', label: 'Rename', icon: <Pencil aria-hidden="true" />, onSelect: nothing },
            { id: 'copy', label: 'Duplicate', icon: <Copy aria-hidden="true" />, onSelect: nothing },
          ],
          [
            {
              id: 'delete',
              label: 'Delete',
              icon: <Trash aria-hidden="true" />,
              onSelect: nothing,
              isDestructive: true,
            },
          ],
        ]}
      />
      <Tooltip content="What it does">
        <Button>Tooltip</Button>
      </Tooltip>
      {(['info', 'success', 'warning', 'error'] as const).map((tone) => (
        <Button
          key={tone}
          onClick={() =>
            showNotice({
              id: tone,
              tone,
              title: `A notice: ${tone}`,
              message: 'What happened, and what to do.',
            })
          }
        >
          {tone}
        </Button>
      ))}
      <Button variant="ghost" onClick={() => hideNotice('error')}>
        hide error
      </Button>
    </Card>
  );
}

function DialogSamples() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'palette' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('confirm')}>Confirm</Button>
      <Button onClick={() => setOpen('palette')}>Palette</Button>
      <Dialog
        isOpen={open === 'dialog'}
        onOpenChange={close}
        title="Rename preset"
        description="The name appears in the list."
        closeLabel="Close"
        footer={
          <Button variant="primary" onClick={close}>
            Rename
          </Button>
        }
      >
        <p>What is to be settled.</p>
      </Dialog>
      <ConfirmDialog
        isOpen={open === 'confirm'}
        onOpenChange={close}
        title="Delete preset"
        description="Are you sure you want to delete this preset?"
        confirmLabel="Delete"
        cancelLabel="Cancel"
        isDestructive
        onConfirm={close}
      />
      <CommandPalette
        isOpen={open === 'palette'}
        onOpenChange={close}
        title="Go to anything"
        placeholder="Go to a screen or run an action"
        emptyText="Nothing goes by that name."
        groups={[
          {
            heading: 'Go to',
            commands: [
              { id: 'home', label: 'Home', run: nothing },
              { id: 'start', label: 'Start', shortcut: 'N', run: nothing },
              { id: 'not-now', label: 'Not now', disabled: true, run: nothing },
            ],
          },
        ]}
      />
    </>
  );
}
