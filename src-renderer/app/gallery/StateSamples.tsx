import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState, OfflineState, UnsupportedState } from '../../ui/StateMessage.tsx';

export function StateSamples() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Card>
        <EmptyState title="Nothing cleaned yet today" message="What you clean appears here by the hour." />
      </Card>
      <Card>
        <ErrorState
          title="Today’s sessions could not be read"
          message="The journal is not readable."
          action={<Button size="sm">Try again</Button>}
        />
      </Card>
      <Card>
        <UnsupportedState title="Devices can’t be chosen here" message="The desktop app does." />
      </Card>
      <Card>
        <OfflineState title="SoundDesk does not answer" message="Start it on this computer." />
      </Card>
    </div>
  );
}
