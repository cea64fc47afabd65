import { classNames } from '../lib/classNames.ts';

/** As text on every surface of the theme. */
const NAMES = {
  blue: 'text-[#2563d9] dark:text-[#7aabff]',
  green: 'text-[#0b7249] dark:text-[#3ecf8e]',
  amber: 'text-[#8a5a00] dark:text-[#f5b94a]',
  red: 'text-[#b32525] dark:text-[#ff8080]',
  violet: 'text-[#6d3fd0] dark:text-[#b395fa]',
  teal: 'text-[#0a6c7a] dark:text-[#3fc4d6]',
} as const;
type NameColour = keyof typeof NAMES;

/** Who speaks, in the colour of his lines. */
export function SpeakerName({ name, colour }: { name: string; colour: NameColour | undefined }) {
  return <b className={classNames('font-semibold', colour ? NAMES[colour] : 'text-t2')}>{name}</b>;
}
