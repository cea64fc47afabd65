import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { Transition } from '../../../../src-shared/domain/broadcast/transition.ts';
import { useAppDispatch, type Dispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Kbd } from '../../../ui/Kbd.tsx';
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx';
import { Select } from '../../../ui/Select.tsx';
import { useShortcut, useShortcutText } from '../../../lib/shortcuts.ts';
import { DEFAULT_FADE_MS, sceneSent, selectTransition, type ScenesRoot } from './scenesSlice.ts';
import { edit } from './sceneThunks.ts';
import { selectShown } from './shownScene.ts';
import type { BroadcastRoot } from '../broadcastState.ts';

const FADES_MS = [200, DEFAULT_FADE_MS, 1000, 2000] as const;
const FADE: Transition = { kind: 'fade', durationMs: DEFAULT_FADE_MS };

/** How the scene that is chosen follows the last one. */
export function TransitionChoice() {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const transition = useSelector(selectTransition);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span aria-hidden="true" className="text-xs text-t2">
        {t('preview.transition')}
      </span>
      <SegmentedControl
        label={t('preview.transition')}
        value={transition.kind}
        segments={(['cut', 'fade'] as const).map((value) => ({ value, label: t(`preview.${value}`) }))}
        onChange={(kind) => dispatch(setTransition(kind === 'fade' ? FADE : { kind: 'cut' }))}
      />
      {transition.kind === 'fade' && <FadeTime />}
    </div>
  );
}

/** Sends the scene that is prepared to the programme. */
export function SendButtons() {
  const { t } = useTranslation(['broadcast', 'scenes']);
  const dispatch = useAppDispatch();
  const transition = useSelector(selectTransition);
  const fade = transition.kind === 'fade' ? transition : FADE;
  const send = (given: Transition) => dispatch(sendScene(given));
  useShortcut('broadcast.send', () => send(transition));
  const keys = useShortcutText('broadcast.send');
  return (
    <div className="flex flex-wrap items-center justify-center gap-2">
      <Button onClick={() => send({ kind: 'cut' })}>{t('broadcast:preview.cut')}</Button>
      <Button variant="primary" aria-keyshortcuts={keys.aria} onClick={() => send(fade)}>
        {t('broadcast:preview.fade')}
      </Button>
      <FadeTime />
      {keys.text !== undefined && (
        <span className="text-xs text-t3">
          <Kbd>{keys.text}</Kbd> {t('scenes:sendKey', { how: t(`broadcast:preview.${transition.kind}`) })}
        </span>
      )}
    </div>
  );
}

function FadeTime() {
  const { t } = useTranslation('scenes');
  const dispatch = useAppDispatch();
  const transition = useSelector(selectTransition);
  const durationMs = transition.kind === 'fade' ? transition.durationMs : DEFAULT_FADE_MS;
  const offered = [...new Set<number>([...FADES_MS, durationMs])].toSorted((a, b) => a - b);
  return (
    <div className="w-28">
      <Select
        label={t('fadeTime')}
        value={String(durationMs)}
        options={offered.map((ms) => ({ value: String(ms), label: t('seconds', { seconds: ms / 1000 }) }))}
        onChange={(ms) => dispatch(setTransition({ kind: 'fade', durationMs: Number(ms) }))}
      />
    </div>
  );
}

const setTransition = (transition: Transition) => edit((collection) => ({ ...collection, transition }));

/** What viewers see from now on is the scene that is chosen, as it is now. */
export function sendScene(transition: Transition) {
  return (dispatch: Dispatch, getState: () => unknown): void => {
    const shown = selectShown(getState() as ScenesRoot & BroadcastRoot);
    dispatch(sceneSent({ ...shown, transition }));
  };
}
