import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { UpdateInstall } from '../../../src-shared/contract/updates.ts';
import { UPDATE_CHANNELS, UPDATE_INSTALLS } from '../../../src-shared/domain/release.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { selectIsConnected } from '../workspace/index.ts';
import { SelectRow } from './rows.tsx';
import { changeUpdate, type UpdateRequest } from './updatesSlice.ts';

/** How this installation takes new versions, and how far it is with one. Nothing where it takes none. */
export function UpdateInstallRows({ install }: { install: UpdateInstall }) {
  const { t } = useTranslation('settings');
  if (install.step === 'unsupported' && install.why === 'desktopOnly') return null;
  if (install.step === 'unsupported' && install.why === 'noPublisher')
    return <p className="text-xs text-t3">{t('updates.noPublisher')}</p>;
  return (
    <>
      <InstallStep install={install} />
      <SelectRow
        field="updateInstall"
        label={t('fields.updateInstall')}
        hint={t('hints.updateInstall')}
        options={UPDATE_INSTALLS.map((value) => ({ value, label: t(`updates.installs.${value}`) }))}
      />
      <SelectRow
        field="updateChannel"
        label={t('fields.updateChannel')}
        hint={t('hints.updateChannel')}
        options={UPDATE_CHANNELS.map((value) => ({ value, label: t(`updates.channels.${value}`) }))}
      />
    </>
  );
}

function InstallStep({ install }: { install: UpdateInstall }) {
  const { t } = useTranslation('settings');
  if (install.step === 'none' || install.step === 'unsupported') return null;
  if (install.step === 'failed')
    return (
      <p role="alert" className="text-xs text-amb-text">
        {t(`updates.refused.${install.why}`)}
      </p>
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="min-w-0 text-xs text-t2">
        {sentenceOf(install)}
      </p>
      <StepButton install={install} />
    </div>
  );

  function sentenceOf(step: Extract<UpdateInstall, { version: string }>): string {
    const { version } = step;
    if (step.step === 'offered') return t('updates.offered', { version });
    if (step.step === 'downloading') return t('updates.downloading', { version, percent: step.percent });
    if (!step.isWanted) return t('updates.ready', { version });
    return step.waitsFor === null ? t('updates.restarting') : t(`updates.waits.${step.waitsFor}`);
  }
}

function StepButton({ install }: { install: Extract<UpdateInstall, { version: string }> }) {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const [request, label] = requestOf(install);
  return (
    <Button size="sm" disabled={!isConnected} onClick={() => void dispatch(changeUpdate(request))}>
      {t(`updates.${label}`)}
    </Button>
  );
}

function requestOf(install: Extract<UpdateInstall, { version: string }>) {
  if (install.step === 'offered') return ['updates.download', 'download'] as const satisfies RequestRow;
  if (install.step === 'downloading' || install.isWanted)
    return ['updates.cancel', 'cancel'] as const satisfies RequestRow;
  return ['updates.install', 'restart'] as const satisfies RequestRow;
}
type RequestRow = readonly [UpdateRequest, string];
