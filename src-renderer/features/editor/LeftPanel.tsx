import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { MediaBin } from './bin/MediaBin.tsx';
import { TalkPanel } from './talk/TalkPanel.tsx';

/** What clips are made of, or the tools for talk. */
export function LeftPanel() {
  const { t } = useTranslation('editor');
  const [panel, setPanel] = useState<'media' | 'talk'>('media');
  return (
    <div className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] gap-1.5">
      <SegmentedControl
        label={t('talk.panels')}
        value={panel}
        onChange={setPanel}
        segments={[
          { value: 'media', label: t('talk.media') },
          { value: 'talk', label: t('talk.talk') },
        ]}
      />
      {panel === 'media' ? <MediaBin /> : <TalkPanel />}
    </div>
  );
}
