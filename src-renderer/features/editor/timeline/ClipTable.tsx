import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { selected, selectProject, selectSelectedIds } from '../editorSlice.ts';
import { timecodeOf } from '../preview/timecode.ts';
import { useWorkbench } from '../workbench.ts';
import { rowsOf } from './geometry.ts';

/** So many at most: a page of thousands of rows would help nobody. */
const MOST_ROWS = 500;

/** The clips as a table: what the canvas shows, for screen readers and narrow screens. */
export function ClipTable() {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const { transport } = useWorkbench();
  const project = useSelector(selectProject);
  const selectedIds = useSelector(selectSelectedIds);
  if (!project) return null;
  const rows = rowsOf(project).flatMap(({ track }) => track.clips.map((clip) => ({ track, clip })));
  if (rows.length === 0) return <p className="p-4 text-t2">{t('timeline.table.empty')}</p>;
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={t('timeline.clipList')}
      className="min-h-0 grow overflow-auto"
    >
      <table className="w-full text-left text-xs">
        <thead className="sticky top-0 bg-panel text-t2">
          <tr>
            {(['clip', 'track', 'start', 'length'] as const).map((column) => (
              <th key={column} scope="col" className="px-3 py-1.5 font-medium">
                {t(`timeline.table.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map(({ track, clip }) => (
            <tr key={clip.id} className="border-t border-line">
              <th scope="row" className="px-3 py-1 font-normal">
                <button
                  type="button"
                  aria-label={t('timeline.table.select', { name: clip.name })}
                  aria-pressed={selectedIds.includes(clip.id)}
                  onClick={() => {
                    dispatch(selected([clip.id]));
                    transport.seek(clip.startFrame);
                  }}
                  className="rounded px-1 py-0.5 text-left text-t1 hover:bg-raise aria-pressed:bg-accbg"
                >
                  {clip.name}
                </button>
              </th>
              <td className="px-3 py-1 text-t2">{track.name}</td>
              <td className="px-3 py-1 font-mono text-t2">{timecodeOf(project, clip.startFrame)}</td>
              <td className="px-3 py-1 font-mono text-t2">{timecodeOf(project, clip.lengthFrames)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
