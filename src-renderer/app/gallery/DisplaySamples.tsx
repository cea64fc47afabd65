import { Clock } from 'lucide-react';
import { Badge } from '../../ui/Badge.tsx';
import { BarChart } from '../../ui/BarChart.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { LevelMeter, type LevelSource } from '../../ui/LevelMeter.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { Scope, type ScopeSource } from '../../ui/Scope.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Sparkline } from '../../ui/Sparkline.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Stat } from '../../ui/Stat.tsx';
import { Unknown } from '../../ui/Unknown.tsx';

const never = () => () => undefined;

/** A level that stands still, to see each range of the meter. */
function standing(percent: number | null): LevelSource {
  return { subscribe: never, readPercent: () => percent, readText: () => String(percent) };
}
const LEVELS = [null, 12, 45, 78, 98].map((percent) => ({ percent, source: standing(percent) }));

/** Two slow waves, so that the ribbon shows loud and quiet. */
const SCOPE: ScopeSource = {
  subscribe: never,
  pairsTotal: 2000,
  readPeak: (channel, from) => Math.abs(Math.sin(from / 40)) ** 4 * 0.5 + (channel === 'raw' ? 0.02 : 0.0005),
};
const HISTORY = {
  subscribe: never,
  capacity: 60,
  readHistory: () => Array.from({ length: 60 }, (_, index) => 23 + Math.sin(index / 3)),
};
const EMPTY_HISTORY = { subscribe: never, capacity: 60, readHistory: () => [] };

export function DisplaySamples() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <SmallSamples />
      <MeterSamples />
      <Card>
        <CardHeader title="Ribbons and lines" actions={<Pill tone="accent">canvas</Pill>} />
        <Scope source={SCOPE} channel="raw" label="Raw sample" className="h-12 w-full" />
        <Scope source={SCOPE} channel="clean" label="Clean sample" className="mt-2 h-12 w-full" />
        <Sparkline source={HISTORY} label="History sample" minimumSpan={4} className="mt-4 h-6 w-full" />
        <Sparkline source={EMPTY_HISTORY} label="Empty history" minimumSpan={4} className="mt-4 h-6 w-full" />
      </Card>
      <Card>
        <CardHeader title="Bars" />
        <BarChart
          summary="Sample bars by hour"
          axisLabels={['00', '06', '12', '18', '24']}
          bars={Array.from({ length: 24 }, (_, hour) => ({
            value: hour > 7 && hour < 18 && hour !== 12 ? (hour % 5) * 10 + 4 : 0,
            title: `hour ${hour}`,
          }))}
        />
      </Card>
    </div>
  );
}

function SmallSamples() {
  return (
    <Card className="grid content-start gap-4">
      <div className="flex flex-wrap gap-2">
        <Pill tone="good">Engine 23.4 ms</Pill>
        <Pill tone="warning">Reconnecting</Pill>
        <Pill tone="bad">Stopped</Pill>
        <Pill tone="neutral">Idle</Pill>
        <Pill icon={<Clock aria-hidden="true" />}>4 min</Pill>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge>neutral</Badge>
        <Badge tone="good">good</Badge>
        <Badge tone="warning">warning</Badge>
        <Badge tone="bad">bad</Badge>
        <Badge tone="accent">accent</Badge>
        <Kbd>Ctrl K</Kbd>
        <Spinner label="Working" />
      </div>
      <dl className="flex gap-10">
        <Stat value="3" label="sessions" />
        <Stat value="1 h 52 min" label="cleaned" />
        <Stat value={<Unknown reason="Not measured yet" />} label="unknown" />
      </dl>
      <Progress label="Cleaning interview.wav" ratio={0.42} note="2 min left" />
      <Progress label="Looking for devices" ratio={null} />
      <div className="grid gap-2">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-4 w-3/4" />
      </div>
    </Card>
  );
}

function MeterSamples() {
  return (
    <Card className="grid content-start gap-4">
      <CardHeader title="Meters" />
      {LEVELS.map(({ percent, source }) => (
        <LevelMeter key={String(percent)} source={source} label={`Level ${percent ?? 'unknown'}`} />
      ))}
      <LevelMeter source={LEVELS[2]?.source ?? standing(45)} label="Plain level" kind="plain" />
    </Card>
  );
}
