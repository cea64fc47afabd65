import { z } from 'zod';
import { MEMBER_STATUSES } from '../../../../src-shared/domain/organization.ts';
import { queryBackend } from '../../../platform/index.ts';
import { EXPORT_PAGE_SIZE } from '../../../lib/readPages.ts';
import type { Cursor } from '../../../ui/list/index.ts';
import { organizationTags } from '../organizationsApi.ts';

/** Fills whole rows of the grid, whether it has two columns or three. */
export const TEAMS_ON_PAGE = 24;
export const MEMBERS_ON_PAGE = 50;
const teamSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  color: z.string(),
  created_at: z.string(),
  member_count: z.number(),
  /** The first four. */
  members: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  /** By anyone who asks. */
  is_led: z.boolean(),
});
export type Team = z.infer<typeof teamSchema>;

const TEAM_ROLES = ['lead', 'member'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

const memberSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  status: z.enum(MEMBER_STATUSES),
  added_at: z.string(),
  role: z.enum(TEAM_ROLES),
});
export type TeamMember = z.infer<typeof memberSchema>;

const candidateSchema = z.object({ id: z.string(), name: z.string(), email: z.string() });
type Candidate = z.infer<typeof candidateSchema>;

/** Somebody in a team, or a team that nobody is in. */
const rowSchema = z.object({
  team_id: z.string(),
  team: z.string(),
  description: z.string(),
  member_id: z.string().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(TEAM_ROLES).nullable(),
  added_at: z.string().nullable(),
});
export type TeamRow = z.infer<typeof rowSchema>;

export interface TeamText {
  name: string;
  description: string;
  color: string;
}
interface MemberOfTeam {
  organization: string;
  team: string;
  member: string;
}

/** SQLSTATE of a name that is taken, and PostgREST's code of a row that is not there to be changed. */
const TAKEN = '23505';
const ABSENT = 'PGRST116';

interface Refusal {
  message: string;
  code: string;
}
/** In words that say what to do. */
function explained(error: Refusal | null): Refusal | null {
  if (error?.code === TAKEN) return { ...error, message: 'A team with this name exists already.' };
  if (error?.code === ABSENT)
    return { ...error, message: 'This team was deleted, or your role no longer lets you change it.' };
  return error;
}

const api = organizationTags.injectEndpoints({
  // oxlint-disable-next-line max-lines-per-function -- a table: one row for each call
  endpoints: (build) => ({
    searchTeams: build.query<Team[], { organization: string; search: string; after: Cursor | null }>({
      queryFn: ({ organization, search, after }, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('search_teams', {
            organization,
            search,
            page_size: TEAMS_ON_PAGE,
            ...(after === null ? {} : { before_at: after.at, before_id: after.id }),
          });
          return { data: error ? null : z.array(teamSchema).parse(data), error };
        }),
      providesTags: ['team'],
    }),
    createTeam: build.mutation<string, TeamText & { organization: string }>({
      queryFn: ({ organization, ...text }, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase
            .from('teams')
            .insert({ organization_id: organization, ...text })
            .select('id')
            .single();
          return { data: data?.id ?? null, error: explained(error) };
        }),
      invalidatesTags: (result) => (result === undefined ? [] : ['team', 'trail']),
    }),
    changeTeam: build.mutation<null, TeamText & { id: string }>({
      queryFn: ({ id, ...text }, context) =>
        queryBackend(context, async (supabase) => {
          const { error } = await supabase.from('teams').update(text).eq('id', id).select('id').single();
          return { data: null, error: explained(error) };
        }),
      invalidatesTags: ['team', 'trail'],
    }),
    deleteTeam: build.mutation<null, string>({
      queryFn: (id, context) =>
        queryBackend(context, async (supabase) => {
          const { error } = await supabase.from('teams').delete().eq('id', id).select('id').single();
          return { data: null, error: explained(error) };
        }),
      invalidatesTags: ['team', 'trail'],
    }),
    listTeamMembers: build.query<TeamMember[], { team: string; after: Cursor | null }>({
      queryFn: ({ team, after }, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('list_team_members', {
            team,
            page_size: MEMBERS_ON_PAGE,
            ...(after === null ? {} : { after_at: after.at, after_id: after.id }),
          });
          return { data: error ? null : z.array(memberSchema).parse(data), error };
        }),
      providesTags: ['team'],
    }),
    /** Active users outside the team whose name or address is like what was typed. */
    findCandidates: build.query<Candidate[], { team: string; search: string }>({
      queryFn: (input, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('find_team_candidates', input);
          return { data: error ? null : z.array(candidateSchema).parse(data), error };
        }),
      providesTags: ['member', 'team'],
    }),
    addToTeam: build.mutation<null, MemberOfTeam>({
      queryFn: ({ organization, team, member }, context) =>
        queryBackend(context, async (supabase) => {
          const { error } = await supabase
            .from('team_members')
            .insert({ organization_id: organization, team_id: team, user_id: member });
          // Somebody else was faster: that is what was wanted.
          return { data: null, error: error?.code === TAKEN ? null : error };
        }),
      invalidatesTags: ['team', 'trail'],
    }),
    giveTeamRole: build.mutation<null, Omit<MemberOfTeam, 'organization'> & { role: TeamRole }>({
      queryFn: ({ team, member, role }, context) =>
        queryBackend(context, async (supabase) => {
          const { error } = await supabase
            .from('team_members')
            .update({ role })
            .eq('team_id', team)
            .eq('user_id', member)
            .select('user_id')
            .single();
          return { data: null, error: explained(error) };
        }),
      invalidatesTags: ['team', 'trail'],
    }),
    readTeamsForFile: build.query<TeamRow[], { organization: string; last: TeamRow | null }>({
      queryFn: ({ organization, last }, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('export_teams', {
            organization,
            page_size: EXPORT_PAGE_SIZE,
            ...(last === null ? {} : { after_team: last.team_id }),
            ...(last === null || last.member_id === null ? {} : { after_member: last.member_id }),
          });
          return { data: error ? null : z.array(rowSchema).parse(data), error };
        }),
      keepUnusedDataFor: 0,
    }),
    takeFromTeam: build.mutation<null, Omit<MemberOfTeam, 'organization'>>({
      queryFn: ({ team, member }, context) =>
        queryBackend(context, async (supabase) => {
          const { error } = await supabase
            .from('team_members')
            .delete()
            .eq('team_id', team)
            .eq('user_id', member)
            .select('user_id')
            .single();
          return { data: null, error: explained(error) };
        }),
      invalidatesTags: ['team', 'trail'],
    }),
  }),
});
export const {
  useSearchTeamsQuery,
  useCreateTeamMutation,
  useChangeTeamMutation,
  useDeleteTeamMutation,
  useListTeamMembersQuery,
  useFindCandidatesQuery,
  useAddToTeamMutation,
  useTakeFromTeamMutation,
  useGiveTeamRoleMutation,
  useLazyReadTeamsForFileQuery,
} = api;
