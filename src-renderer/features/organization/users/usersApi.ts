import { z } from 'zod';
import {
  MEMBER_ROLES,
  MEMBER_STATUSES,
  type InvitedRole,
  type MemberRole,
  type MemberStatus,
} from '../../../../src-shared/domain/organization.ts';
import { callFunction, queryBackend } from '../../../platform/index.ts';
import type { Cursor } from '../../../ui/list/index.ts';
import { organizationTags } from '../organizationsApi.ts';

export const PAGE_SIZE = 50;

const rowSchema = z.object({
  id: z.string(),
  kind: z.enum(['member', 'invitation']),
  name: z.string(),
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
  status: z.enum(MEMBER_STATUSES),
  last_active_at: z.string().nullable(),
  joined_at: z.string(),
  expires_at: z.string().nullable(),
});
/** A member, or an open invitation. */
export type UserRow = z.infer<typeof rowSchema>;

export interface UserQuery {
  organization: string;
  search: string;
  role: string | null;
  status: string | null;
  after: Cursor | null;
}

export interface Invitation {
  organizationId: string;
  email: string;
  role: InvitedRole;
}

const heldSchema = z.object({
  organization_name: z.string(),
  role: z.enum(MEMBER_ROLES),
  invited_by: z.string(),
  email: z.string(),
  is_open: z.boolean(),
  is_mine: z.boolean(),
});
/** What an invitation says to the one who holds it. */
export type HeldInvitation = z.infer<typeof heldSchema>;

interface MemberOf {
  organization: string;
  member: string;
}

const api = organizationTags.injectEndpoints({
  // oxlint-disable-next-line max-lines-per-function -- a table: one row for each call
  endpoints: (build) => ({
    searchUsers: build.query<UserRow[], UserQuery>({
      queryFn: ({ organization, search, role, status, after }, context) =>
        queryBackend(context, async (supabase) => {
          const { data, error } = await supabase.rpc('search_organization_members', {
            organization,
            search,
            page_size: PAGE_SIZE,
            ...(role === null ? {} : { role_filter: role }),
            ...(status === null ? {} : { status_filter: status }),
            ...(after === null ? {} : { before_at: after.at, before_id: after.id }),
          });
          return { data: error ? null : z.array(rowSchema).parse(data), error };
        }),
      providesTags: ['member'],
    }),
    inviteUser: build.mutation<{ email: string; isLocal: boolean }, Invitation>({
      queryFn: (input, context) =>
        queryBackend(context, (supabase) =>
          callFunction(
            supabase,
            'invite-member',
            { ...input, origin: location.origin },
            z.object({ email: z.string(), isLocal: z.boolean().default(false) }),
          ),
        ),
      // Also where the mail was not delivered: the invitation stays valid.
      invalidatesTags: ['member', 'trail'],
    }),
    revokeInvitation: build.mutation<null, string>({
      queryFn: (invitation, context) =>
        queryBackend(context, async (supabase) => {
          const { error } = await supabase.rpc('revoke_organization_invitation', { invitation });
          return { data: null, error };
        }),
      invalidatesTags: ['member', 'trail'],
    }),
    setUser: build.mutation<null, MemberOf & { role?: MemberRole; status?: MemberStatus }>({
      queryFn: ({ organization, member, role, status }, context) =>
        queryBackend(context, async (supabase) => {
          const { error } = await supabase.rpc('set_organization_member', {
            organization,
            member,
            ...(role === undefined ? {} : { new_role: role }),
            ...(status === undefined ? {} : { new_status: status }),
          });
          return { data: null, error };
        }),
      // Also where it was refused: then somebody else changed it meanwhile.
      invalidatesTags: ['member', 'organization', 'trail'],
    }),
    removeUser: build.mutation<null, MemberOf>({
      queryFn: (input, context) =>
        queryBackend(context, async (supabase) => {
          const { error } = await supabase.rpc('remove_organization_member', input);
          return { data: null, error };
        }),
      invalidatesTags: ['member', 'organization', 'team', 'trail'],
    }),
    handOver: build.mutation<null, MemberOf>({
      queryFn: ({ organization, member }, context) =>
        queryBackend(context, async (supabase) => {
          const { error } = await supabase.rpc('transfer_organization', { organization, new_owner: member });
          return { data: null, error };
        }),
      invalidatesTags: ['member', 'organization', 'trail'],
    }),
    readInvitation: build.query<HeldInvitation | null, string>({
      queryFn: (token, context) =>
        queryBackend<HeldInvitation | null>(context, async (supabase) => {
          const { data, error } = await supabase.rpc('read_organization_invitation', { token });
          const row = data?.[0];
          return { data: row ? heldSchema.parse(row) : null, error };
        }),
    }),
    /** Answers the organisation's id. */
    acceptInvitation: build.mutation<string, string>({
      queryFn: (token, context) =>
        queryBackend(context, async (supabase) => supabase.rpc('accept_organization_invitation', { token })),
      invalidatesTags: (result) => (result === undefined ? [] : ['organization', 'member']),
    }),
    declineInvitation: build.mutation<null, string>({
      queryFn: (token, context) =>
        queryBackend(context, async (supabase) => {
          const { error } = await supabase.rpc('decline_organization_invitation', { token });
          return { data: null, error };
        }),
    }),
  }),
});
export const {
  useSearchUsersQuery,
  useInviteUserMutation,
  useRevokeInvitationMutation,
  useSetUserMutation,
  useRemoveUserMutation,
  useHandOverMutation,
  useReadInvitationQuery,
  useAcceptInvitationMutation,
  useDeclineInvitationMutation,
} = api;
