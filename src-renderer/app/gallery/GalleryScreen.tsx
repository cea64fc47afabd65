import { useState, type ReactNode } from 'react';
import { Notices } from '../../ui/Notices.tsx';
import { ThemeToggle } from '../../ui/ThemeToggle.tsx';
import { TooltipProvider } from '../../ui/Tooltip.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { applyTheme, readRememberedTheme, resolveTheme, type ThemeChoice } from '../../lib/theme.ts';
import { ControlSamples } from './ControlSamples.tsx';
import { DisplaySamples } from './DisplaySamples.tsx';
import { OverlaySamples } from './OverlaySamples.tsx';
import { StateSamples } from './StateSamples.tsx';

/**
 * Every part of the design system in its states, in development builds alone. Its texts are for
 * those who build with the parts, so they are not translated.
 */
export default function GalleryScreen() {
  const [theme, setTheme] = useState<ThemeChoice>(readRememberedTheme);
  const choose = (choice: ThemeChoice) => {
    setTheme(choice);
    applyTheme(choice);
  };
  return (
    <TooltipProvider>
      <main className="mx-auto grid max-w-5xl gap-8 p-5 md:p-8">
        <header className="flex flex-wrap items-center justify-between gap-4">
          <Logo />
          <ThemeToggle
            value={theme}
            onChange={choose}
            labels={{ label: 'Theme', dark: 'Dark', light: 'Light', system: 'System' }}
          />
        </header>
        <h1 className="text-2xl font-semibold tracking-tight">Gallery</h1>
        <Section title="Controls">
          <ControlSamples />
        </Section>
        <Section title="Display">
          <DisplaySamples />
        </Section>
        <Section title="Over the page">
          <OverlaySamples />
        </Section>
        <Section title="States">
          <StateSamples />
        </Section>
      </main>
      <Notices theme={resolveTheme(theme)} label="Notices" closeLabel="Close" />
    </TooltipProvider>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}
