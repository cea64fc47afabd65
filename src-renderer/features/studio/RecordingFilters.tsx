import { useTranslation } from '../../lib/useTranslation.ts';
import type { TakeSummary } from '../../../src-shared/contract/takes.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import { labelsOf, type TakeFilter } from './recordingOrder.ts';

interface RecordingFiltersProps {
  takes: readonly TakeSummary[];
  filter: TakeFilter;
  onChange: (filter: TakeFilter) => void;
}

/** Search, and the folders and tags where there are any. */
export function RecordingFilters({ takes, filter, onChange }: RecordingFiltersProps) {
  const { t } = useTranslation('studio');
  const { folders, tags } = labelsOf(takes);
  return (
    <>
      <NameFilter
        label={t('recordings.folder')}
        all={t('recordings.allFolders')}
        names={folders}
        value={filter.folder}
        onChange={(folder) => onChange({ ...filter, folder })}
      />
      <NameFilter
        label={t('recordings.tag')}
        all={t('recordings.allTags')}
        names={tags}
        value={filter.tag}
        onChange={(tag) => onChange({ ...filter, tag })}
      />
      <SearchField
        label={t('recordings.search')}
        query={filter.query}
        onChange={(query) => onChange({ ...filter, query })}
      />
    </>
  );
}

/** No folder has an empty name. */
const ALL = ' ';

interface NameFilterProps {
  label: string;
  all: string;
  names: readonly string[];
  value: string | null;
  onChange: (value: string | null) => void;
}

function NameFilter({ label, all, names, value, onChange }: NameFilterProps) {
  if (names.length === 0) return null;
  return (
    <Select
      label={label}
      value={value ?? ALL}
      options={[{ value: ALL, label: all }, ...names.map((name) => ({ value: name, label: name }))]}
      onChange={(next) => onChange(next === ALL ? null : next)}
      className="!h-8 !w-36"
    />
  );
}
