import { forgetWelcome, prepareBackendHome, readWelcome } from '../../../supabase/embedded/index.ts';
import { print } from './output.ts';

/** What the first start of the backend made, reported once. */
export function reportWelcome(dataDir: string): void {
  const { home } = prepareBackendHome(dataDir);
  const welcome = readWelcome(home);
  if (!welcome) return;
  print('');
  print('This is shown once:');
  print(`  Super admin   ${welcome.email}`);
  print(`  Password      ${welcome.password}`);
  print(`  Trial licence ${welcome.licenceKey}`);
  forgetWelcome(home);
}
