import { useId } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Switch } from '../../../ui/Switch.tsx';
import { safeAreasShown, sceneSent, selectIsStudioMode, selectScenes } from './scenesSlice.ts';
import { sendScene } from './Transitions.tsx';

/** One view or two, and the lines of safe areas. */
export function ViewSwitches() {
  const { t } = useTranslation('scenes');
  const dispatch = useAppDispatch();
  const { showsSafeAreas } = useSelector(selectScenes);
  const isStudioMode = useSelector(selectIsStudioMode);
  return (
    <div className="flex flex-wrap justify-end gap-x-4 gap-y-2">
      <Named
        label={t('views.safeAreas')}
        isOn={showsSafeAreas}
        onChange={(isOn) => dispatch(safeAreasShown(isOn))}
      />
      <Named
        label={t('views.two')}
        isOn={isStudioMode}
        onChange={(isOn) => {
          if (isOn) dispatch(sendScene({ kind: 'cut' }));
          else dispatch(sceneSent(null));
        }}
      />
    </div>
  );
}

function Named(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  const id = useId();
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id} className="text-xs text-t2">
        {props.label}
      </label>
      <Switch id={id} {...props} />
    </span>
  );
}
