import { LayoutTemplate, Trash2 } from 'lucide-react';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { Template } from '../../../src-shared/contract/templates.ts';
import { formatSampleRate } from '../../lib/figures.ts';
import { failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Input } from '../../ui/Input.tsx';
import { showNotice } from '../../ui/notice.ts';
import { showUndoNotice } from '../../ui/undoNotice.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { selectVideoSetUp } from './video/videoSlice.ts';
import { replaceVideo } from './video/replaceVideo.ts';
import { useIsTaking } from './video/useIsTaking.ts';
import { applyTemplate, deleteTemplate, readTemplates, saveTemplate, undoTemplate } from './studioThunks.ts';

/** Set-ups under names: kept, opened, deleted. */
export function TemplatesButton() {
  const { t } = useTranslation('studio');
  const isConnected = useSelector(selectIsConnected);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="sm" disabled={!isConnected} onClick={() => setOpen(true)}>
        <LayoutTemplate aria-hidden="true" className="size-4" />
        {t('templates.open')}
      </Button>
      {isOpen && <TemplatesDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['studio', 'common']);
  const dispatch = useAppDispatch();
  const [templates, setTemplates] = useState<Loadable<Template[]>>(LOADING);
  const [asked, setAsked] = useState<Template | null>(null);
  useEffect(() => {
    void dispatch(readTemplates()).then((result) =>
      setTemplates(
        readTemplates.fulfilled.match(result)
          ? { status: 'ready', data: result.payload }
          : { status: 'failed', error: failureOf(result) },
      ),
    );
  }, [dispatch]);
  const show = (data: Template[]) => setTemplates({ status: 'ready', data });
  const before = useSelector(selectVideoSetUp);
  const open = async ({ id, name, video }: Template) => {
    const result = await dispatch(applyTemplate(id));
    if (!applyTemplate.fulfilled.match(result)) return;
    onClose();
    const missing = video === null ? [] : await dispatch(replaceVideo(video));
    if (missing.length > 0) {
      showNotice({
        tone: 'warning',
        title: t('studio:templates.missing', { count: missing.length, names: missing.join(', ') }),
        message: t('studio:templates.missingMessage'),
      });
    }
    const undo = async () => {
      const undone = await dispatch(undoTemplate());
      if (video !== null && undoTemplate.fulfilled.match(undone)) await dispatch(replaceVideo(before));
    };
    showUndoNotice(
      t('studio:templates.opened', { name }),
      t('studio:templates.undo'),
      () => void undo(),
      'studio-template',
    );
  };
  const remove = async ({ id }: Template) => {
    const result = await dispatch(deleteTemplate(id));
    if (deleteTemplate.fulfilled.match(result)) show(result.payload);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('studio:templates.title')}
      description={t('studio:templates.description')}
      closeLabel={t('common:close')}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <SaveForm templates={templates.status === 'ready' ? templates.data : []} onSaved={show} />
        {templates.status === 'loading' && <p role="status">{t('studio:templates.loading')}</p>}
        {templates.status === 'failed' && (
          <p role="alert" className="text-red-text">
            {t('studio:templates.failed')}: {templates.error.message}
          </p>
        )}
        {templates.status === 'ready' && (
          <TemplateList
            templates={templates.data}
            onOpen={(template) => void open(template)}
            onAsk={setAsked}
          />
        )}
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={t('studio:templates.question', { name: asked?.name ?? '' })}
        description={t('studio:templates.warning')}
        confirmLabel={t('studio:templates.confirm')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void (asked && remove(asked))}
      />
    </Dialog>
  );
}

interface TemplateListProps {
  templates: readonly Template[];
  onOpen: (template: Template) => void;
  onAsk: (template: Template) => void;
}

function TemplateList({ templates, onOpen, onAsk }: TemplateListProps) {
  const { t } = useTranslation('studio');
  const isTaking = useIsTaking();
  if (templates.length === 0) return <p className="text-t2">{t('templates.none')}</p>;
  return (
    <>
      {isTaking && <p className="text-xs text-t3">{t('templates.locked')}</p>}
      <ul className="grid max-h-[45dvh] grid-cols-[minmax(0,1fr)] gap-2 overflow-y-auto">
        {templates.map((template) => {
          const { id, name, channelNames, sampleRate, video } = template;
          const names = [...channelNames, ...(video?.channels ?? []).map((channel) => channel.name)];
          const channels =
            names.length === 0
              ? t('templates.noChannels')
              : t('templates.channels', { count: names.length, names: names.join(', ') });
          return (
            <li key={id} className="flex items-center gap-2 rounded-lg bg-inset px-3 py-2">
              <span className="min-w-0 grow">
                <b className="block truncate font-medium text-t1">{name}</b>
                <span className="block truncate text-xs text-t3">
                  {channels} · {formatSampleRate(sampleRate)}
                </span>
              </span>
              <Button
                size="sm"
                disabled={isTaking}
                aria-label={t('templates.useOne', { name })}
                onClick={() => onOpen(template)}
              >
                {t('templates.use')}
              </Button>
              <IconButton
                label={t('templates.deleteOne', { name })}
                icon={<Trash2 aria-hidden="true" />}
                onClick={() => onAsk(template)}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface SaveFormProps {
  templates: readonly Template[];
  onSaved: (templates: Template[]) => void;
}

function SaveForm({ templates, onSaved }: SaveFormProps) {
  const { t } = useTranslation(['studio', 'common']);
  const dispatch = useAppDispatch();
  const formId = useId();
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const save = async (isReplacing: boolean) => {
    const result = await dispatch(saveTemplate({ name: name.trim(), isReplacing }));
    if (saveTemplate.fulfilled.match(result)) {
      onSaved(result.payload);
      showNotice({ tone: 'success', title: t('studio:templates.saved', { name: name.trim() }) });
      setName('');
      return;
    }
    const { code, message } = failureOf(result);
    // Saved in another window since this list was read.
    if (code === 'TEMPLATE_EXISTS') setAsking(true);
    else setFailure(message);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    const wanted = name.trim().toLowerCase();
    if (wanted === '') return;
    if (templates.some((template) => template.name.toLowerCase() === wanted)) setAsking(true);
    else void save(false);
  };
  return (
    <form id={formId} className="flex items-end gap-2" onSubmit={submit}>
      <div className="min-w-0 grow">
        <Field label={t('studio:templates.name')} {...(failure === null ? {} : { error: failure })}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={100}
              placeholder={t('studio:templates.placeholder')}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" variant="primary" disabled={name.trim() === ''}>
        {t('studio:templates.save')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('studio:templates.replace', { name: name.trim() })}
        description={t('studio:templates.replaceMessage')}
        confirmLabel={t('studio:templates.replaceConfirm')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={() => void save(true)}
      />
    </form>
  );
}
