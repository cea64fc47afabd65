import { useSelector } from 'react-redux';
import { dataOf } from '../../lib/loadable.ts';
import { LicencePanel, selectLicence } from '../licence/index.ts';

/** What this device may do, and every way to more: a key, a file, an account. */
export function LicenceStep() {
  const report = dataOf(useSelector(selectLicence));
  return report && <LicencePanel report={report} />;
}
