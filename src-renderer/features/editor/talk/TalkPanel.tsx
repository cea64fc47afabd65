import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { ChoiceField } from '../inspector/ChoiceField.tsx';
import { ChaptersTool } from './ChaptersTool.tsx';
import { SoundTools } from './SoundTools.tsx';
import { WordsTool } from './WordsTool.tsx';

const TOOLS = ['pauses', 'crosstalk', 'ducking', 'chapters', 'words'] as const;
type TalkTool = (typeof TOOLS)[number];

/** Cuts of talk: by pauses, by who speaks, by markers and by words. */
export function TalkPanel() {
  const { t } = useTranslation('editor');
  const [tool, setTool] = useState<TalkTool>('pauses');
  return (
    <section
      aria-label={t('talk.talk')}
      className="grid min-h-0 content-start gap-3 overflow-y-auto rounded-xl border border-line bg-panel p-3"
    >
      <ChoiceField
        label={t('talk.tool')}
        value={tool}
        options={TOOLS.map((value) => ({ value, label: t(`talk.tools.${value}`) }))}
        onChange={setTool}
      />
      {tool === 'chapters' && <ChaptersTool />}
      {tool === 'words' && <WordsTool />}
      {tool !== 'chapters' && tool !== 'words' && <SoundTools tool={tool} />}
    </section>
  );
}
