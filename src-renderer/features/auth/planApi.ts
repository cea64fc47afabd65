import { backendApi, queryBackend } from '../../platform/index.ts';

/** The plan of one's personal workspace, as it counts now. */
export interface Plan {
  /** "free" where the trial or the subscription is over. */
  planId: string;
  status: string;
  trialEndsAt: string | null;
}

export const planApi = backendApi.injectEndpoints({
  endpoints: (build) => ({
    /** null until the workspace has been made. */
    readPlan: build.query<Plan | null, string>({
      providesTags: ['plan'],
      queryFn: (userId, api) =>
        queryBackend<Plan | null>(api, async (supabase) => {
          const found = await supabase
            .from('organizations')
            .select('id')
            .eq('is_personal', true)
            .eq('created_by', userId)
            .limit(1);
          const workspace = found.data?.[0];
          if (!workspace) return { data: null, error: found.error };
          const { data, error } = await supabase.rpc('current_plan', { organization: workspace.id });
          const row = data?.[0];
          if (!row) return { data: null, error };
          const { plan_id: planId, status, trial_ends_at: trialEndsAt } = row;
          return { data: { planId: planId ?? 'free', status: status ?? '', trialEndsAt }, error };
        }),
    }),
  }),
});

export const { useReadPlanQuery } = planApi;

const DAY_MS = 86_400_000;

/** Days of a trial that are left, the begun one counted; null where no trial runs. */
export function trialDaysLeft(plan: Plan, nowMs: number): number | null {
  if (plan.status !== 'trialing' || plan.trialEndsAt === null) return null;
  return Math.max(0, Math.ceil((Date.parse(plan.trialEndsAt) - nowMs) / DAY_MS));
}
