import {
  ArrowRightFromLine,
  MousePointer2,
  MoveHorizontal,
  SeparatorVertical,
  Slice,
  UnfoldHorizontal,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { EditorKeyAction } from '../../../../src-shared/domain/editorKeys.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx';
import { selectEditor, toolChosen } from '../editorSlice.ts';
import { TOOLS, type Tool } from '../editorState.ts';
import { useKeyHint } from '../useEditorKeys.ts';

const TOOL_ICONS: Record<Tool, ReactNode> = {
  select: <MousePointer2 aria-hidden="true" />,
  ripple: <ArrowRightFromLine aria-hidden="true" />,
  roll: <SeparatorVertical aria-hidden="true" />,
  slip: <MoveHorizontal aria-hidden="true" />,
  slide: <UnfoldHorizontal aria-hidden="true" />,
  razor: <Slice aria-hidden="true" />,
};
const TOOL_KEYS = {
  select: 'select',
  ripple: 'rippleTool',
  roll: 'rollTool',
  slip: 'slipTool',
  slide: 'slideTool',
  razor: 'razor',
} as const satisfies Record<Tool, EditorKeyAction>;

/** What the pointer does on the timeline. */
export function ToolChoice() {
  const { t } = useTranslation(['editor', 'editing']);
  const dispatch = useAppDispatch();
  const hint = useKeyHint();
  const { tool } = useSelector(selectEditor);
  const toolNames = {
    select: t('timeline.tools.select'),
    ripple: t('editing:tools.ripple'),
    roll: t('editing:tools.roll'),
    slip: t('editing:tools.slip'),
    slide: t('editing:tools.slide'),
    razor: t('timeline.tools.razor'),
  } satisfies Record<Tool, string>;
  return (
    <SegmentedControl
      label={t('timeline.tools.label')}
      value={tool}
      onChange={(next) => dispatch(toolChosen(next))}
      iconsOnly
      segments={TOOLS.map((value) => ({
        value,
        label: toolNames[value],
        hint: `${hint(toolNames[value], TOOL_KEYS[value])}: ${t(`editing:toolHints.${value}`)}`,
        icon: TOOL_ICONS[value],
      }))}
    />
  );
}
