import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import {
  SHORTCUTS,
  shortcutKeysOf,
  withShortcut,
  type ShortcutId,
} from '../../../src-shared/domain/shortcuts.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { selectGlobalShortcuts } from '../workspace/index.ts';
import { KeyField } from './KeyField.tsx';
import { Changed, Section } from './rows.tsx';
import { readRefusedShortcuts, selectRefusedShortcuts } from './shortcutsSlice.ts';
import { useField } from './useField.ts';
import { usePlaces } from './usePlaces.ts';

const IN_PAGE = SHORTCUTS.filter(({ places }) => places[0] !== 'system');
const GLOBAL = SHORTCUTS.filter(({ places }) => places[0] === 'system');

/** All keys of the product, and the way to others. */
export function ShortcutsSection() {
  const { t } = useTranslation('settings');
  const { value: choices, set, isDirty, disabled } = useField('shortcuts');
  const capability = useSelector(selectGlobalShortcuts);
  return (
    <Section
      title={t('shortcuts.title')}
      className="lg:col-span-2"
      actions={
        <Button size="sm" disabled={disabled || Object.keys(choices).length === 0} onClick={() => set({})}>
          {t('shortcuts.resetAll')}
        </Button>
      }
    >
      <p className="flex items-center gap-2 text-xs text-t3">
        {t('shortcuts.message')} <Changed isShown={isDirty} />
      </p>
      <List ids={IN_PAGE.map(({ id }) => id)} />
      <div>
        <h3 className="font-medium text-t1">{t('shortcuts.globalTitle')}</h3>
        {capability?.supported === false ? (
          <p className="mt-0.5 text-xs text-amb-text">{capability.reason}</p>
        ) : (
          <p className="mt-0.5 text-xs text-t3">{t('shortcuts.globalMessage')}</p>
        )}
      </div>
      {capability?.supported && <GlobalList />}
    </Section>
  );
}

function GlobalList() {
  const dispatch = useAppDispatch();
  useEffect(() => void dispatch(readRefusedShortcuts()), [dispatch]);
  return <List ids={GLOBAL.map(({ id }) => id)} />;
}

function List({ ids }: { ids: readonly ShortcutId[] }) {
  return (
    <ul className="grid gap-x-10 lg:grid-cols-2">
      {ids.map((id) => (
        <ShortcutRow key={id} id={id} />
      ))}
    </ul>
  );
}

function ShortcutRow({ id }: { id: ShortcutId }) {
  const { t } = useTranslation('settings');
  const { value: choices, set, disabled } = useField('shortcuts');
  const refused = useSelector(selectRefusedShortcuts).find((one) => one.id === id);
  const places = usePlaces(id);
  const name = t(`shortcuts.names.${id}`);
  const keys = shortcutKeysOf(choices);
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-1.5">
      <div className="min-w-0 grow basis-40">
        <p className="text-t1">{name}</p>
        <p className="text-xs text-t3">{places}</p>
      </div>
      <KeyField
        id={id}
        keys={keys}
        disabled={disabled}
        isChanged={choices[id] !== undefined}
        onChange={(chosen) => set(withShortcut(choices, id, chosen))}
        onReset={() => {
          const { [id]: _chosen, ...others } = choices;
          set(others);
        }}
      />
      {refused && (
        <p role="alert" className="basis-full text-xs text-red-text">
          {refused.reason}
        </p>
      )}
    </li>
  );
}
