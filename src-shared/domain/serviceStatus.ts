/** The health of the product's parts: document 3, sections 2.6 and 4. */

/** The parts that a probe asks. The last three are other people's, and may not be set up. */
const OPTIONAL_SERVICES = ['mail', 'payments', 'voice'] as const;
export const PROBED_SERVICES = ['database', 'rest', 'auth', 'functions', ...OPTIONAL_SERVICES] as const;
export type ProbedService = (typeof PROBED_SERVICES)[number];
export type OptionalService = (typeof OPTIONAL_SERVICES)[number];

export const SERVICE_STATES = ['operational', 'degraded', 'outage', 'not_configured'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

/** An answer that took longer is degraded. */
export const DEGRADED_AFTER_MS = 1500;
/** Nothing that answers later is waited for. */
export const PROBE_LIMIT_MS = 8000;
export const PROBE_EVERY_MS = 5 * 60_000;
/** A state that was found longer ago is no longer shown as the present one. */
export const STALE_AFTER_MS = 3 * PROBE_EVERY_MS;
export const UPTIME_DAYS = 30;
export const UPTIME_AIM_PERCENT = 99.9;

/** Document 3, section 4: resolved and completed are over. */
export const INCIDENT_STATES = ['investigating', 'monitoring', 'resolved', 'completed'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];
export const INCIDENT_IMPACTS = ['low', 'medium', 'high'] as const;

export const isIncidentOver = (state: IncidentState): boolean =>
  state === 'resolved' || state === 'completed';

/** Where nothing better is known. */
export const SUBSCRIPTION_FAILED = 'That did not work. Try again, or write to us.';

/** As the table `service_incidents` has it. */
export const INCIDENT_TITLE_MAX = 200;
export const INCIDENT_TEXT_MAX = 5000;
