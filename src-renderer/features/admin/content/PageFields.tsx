import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import {
  CONTENT_TITLE_MAX,
  META_DESCRIPTION_MAX,
  PAGE_CONTENT_MAX,
} from '../../../../src-shared/domain/content.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { writeJson, type JsonProblem } from './checkJson.ts';
import type { PageEditing } from './usePageEditor.ts';

/** What a page says, to be typed. What is no valid content is reported, and stays as it is. */
export function PageFields({ editing }: { editing: PageEditing }) {
  const { t } = useTranslation('adminContent');
  const { values, checked, change } = editing;
  const problemText = useProblemText();
  return (
    <div className="grid gap-4">
      <Field
        label={t('editor.title')}
        error={values.title.trim() === '' ? t('dialog.titleRequired') : undefined}
      >
        {(input) => (
          <Input
            {...input}
            dir="auto"
            value={values.title}
            maxLength={CONTENT_TITLE_MAX}
            onChange={({ target }) => change({ title: target.value })}
          />
        )}
      </Field>
      <Field
        label={t('editor.content')}
        hint={t('editor.contentHint')}
        error={'problem' in checked ? problemText(checked.problem) : undefined}
      >
        {(input) => (
          <Textarea
            {...input}
            value={values.text}
            rows={18}
            spellCheck={false}
            autoCapitalize="off"
            className="font-mono text-xs leading-relaxed"
            onChange={({ target }) => change({ text: target.value })}
          />
        )}
      </Field>
      <Field
        label={t('editor.description')}
        hint={t('editor.descriptionHint', { count: values.description.length, max: META_DESCRIPTION_MAX })}
      >
        {(input) => (
          <Textarea
            {...input}
            dir="auto"
            rows={3}
            value={values.description}
            maxLength={META_DESCRIPTION_MAX}
            onChange={({ target }) => change({ description: target.value })}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          size="sm"
          disabled={'problem' in checked}
          onClick={() => 'value' in checked && change({ text: writeJson(checked.value) })}
        >
          {t('editor.format')}
        </Button>
        {editing.isDirty && <Discard onConfirm={editing.discard} />}
      </div>
    </div>
  );
}

function Discard({ onConfirm }: { onConfirm: () => void }) {
  const { t } = useTranslation(['adminContent', 'common']);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsks(true)}>
        {t('adminContent:editor.revert')}
      </Button>
      <ConfirmDialog
        isOpen={asks}
        onOpenChange={setAsks}
        title={t('adminContent:editor.revertAsk')}
        description={t('adminContent:editor.revertMessage')}
        confirmLabel={t('adminContent:editor.revert')}
        cancelLabel={t('common:cancel')}
        isDestructive
        onConfirm={onConfirm}
      />
    </>
  );
}

function useProblemText(): (problem: JsonProblem) => string {
  const { t } = useTranslation('adminContent');
  return (problem) => {
    const what = t(`editor.missing.${problem.missing}`, { max: PAGE_CONTENT_MAX });
    return 'line' in problem ? t('editor.fault', { line: problem.line, column: problem.column, what }) : what;
  };
}
