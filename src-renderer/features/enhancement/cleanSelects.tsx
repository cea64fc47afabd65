import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { LOUDNESS_TARGETS_LUFS, type CleanContainer } from '../../../src-shared/domain/fileCleaning.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Select } from '../../ui/Select.tsx';
import { selectFileCleaning } from '../workspace/index.ts';

interface Props<T> {
  value: T;
  onChange: (value: T) => void;
}

const NO_TARGET = 'off';

/** The loudness that a result is brought to, LUFS; null leaves it as it is. */
export function TargetSelect({ value, onChange }: Props<number | null>) {
  const { t } = useTranslation('enhancement');
  const targets = [
    { value: NO_TARGET, label: t('file.targetOff') },
    ...LOUDNESS_TARGETS_LUFS.map((lufs) => ({
      value: String(lufs),
      label: `${formatFigure(lufs)} LUFS`,
      note: t(`file.targets.${lufs}`),
    })),
  ];
  return (
    <Select
      label={t('file.target')}
      value={value === null ? NO_TARGET : String(value)}
      options={targets}
      onChange={(target) => onChange(target === NO_TARGET ? null : Number(target))}
    />
  );
}

/** The kind of file that a result is saved as, of those that this host writes; `videoLabel` where there is video to keep. */
export function ContainerSelect({
  value,
  onChange,
  videoLabel,
}: Props<CleanContainer> & { videoLabel: string | null }) {
  const { t } = useTranslation('enhancement');
  const support = useSelector(selectFileCleaning);
  const writes = support?.supported ? support.writes : [];
  const kinds = writes.filter((kind) => kind !== 'video' || videoLabel !== null);
  return (
    <Select
      label={t('file.saveAs')}
      value={value}
      options={kinds.map((kind) => ({
        value: kind,
        label: kind === 'video' ? (videoLabel ?? '') : kind.toUpperCase(),
      }))}
      onChange={(kind) => onChange(kind as CleanContainer)}
    />
  );
}
