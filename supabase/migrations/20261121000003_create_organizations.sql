create table public.organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  -- The workspace that each account has for itself.
  is_personal boolean not null default false,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index organizations_personal_idx on public.organizations (created_by) where is_personal;
create index organizations_created_by_idx on public.organizations (created_by);

create table public.organization_members (
  organization_id uuid not null references public.organizations on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  role text not null default 'member' check (role in ('owner', 'admin', 'member')),
  status text not null default 'pending' check (status in ('active', 'pending', 'inactive')),
  last_active_at timestamptz,
  joined_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index organization_members_user_idx on public.organization_members (user_id, organization_id);

create table public.organization_invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations on delete cascade,
  email text not null check (email = lower(email) and email like '%_@_%._%' and char_length(email) <= 254),
  role text not null default 'member' check (role in ('admin', 'member')),
  token_hash bytea not null unique,
  invited_by uuid references auth.users on delete set null,
  expires_at timestamptz not null default now() + interval '14 days',
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index organization_invitations_organization_idx on public.organization_invitations (organization_id, created_at desc);
create index organization_invitations_invited_by_idx on public.organization_invitations (invited_by);

create table public.teams (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations on delete cascade,
  name text not null check (char_length(btrim(name)) between 1 and 80),
  description text not null default '' check (char_length(description) <= 500),
  color text not null default '#6366f1' check (color ~ '^#[0-9a-f]{6}$'),
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, organization_id)
);
create unique index teams_name_idx on public.teams (organization_id, lower(btrim(name)));
create index teams_created_by_idx on public.teams (created_by);

-- The two foreign keys hold a team's members to the team's own organisation.
create table public.team_members (
  team_id uuid not null,
  organization_id uuid not null,
  user_id uuid not null,
  added_at timestamptz not null default now(),
  primary key (team_id, user_id),
  foreign key (team_id, organization_id) references public.teams (id, organization_id) on delete cascade,
  foreign key (organization_id, user_id) references public.organization_members on delete cascade
);
create index team_members_organization_idx on public.team_members (organization_id, user_id);

-- Sets and not checks of one row: a policy asks them once a query.
create function private.my_organizations() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select m.organization_id from public.organization_members m
  where m.user_id = (select auth.uid()) and m.status = 'active'
$$;
create function private.my_administered_organizations() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select m.organization_id from public.organization_members m
  where m.user_id = (select auth.uid()) and m.status = 'active' and m.role in ('owner', 'admin')
$$;
create function private.my_colleagues() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select m.user_id from public.organization_members m
  where m.organization_id in (select private.my_organizations())
$$;
grant execute on function private.my_organizations(), private.my_administered_organizations(), private.my_colleagues()
  to authenticated;

alter table public.organizations enable row level security;
alter table public.organization_members enable row level security;
alter table public.organization_invitations enable row level security;
alter table public.teams enable row level security;
alter table public.team_members enable row level security;

create policy "members read their organisation" on public.organizations for select to authenticated
  using (id in (select private.my_organizations()) or (select private.is_super_admin()));
create policy "admins rename their organisation" on public.organizations for update to authenticated
  using (id in (select private.my_administered_organizations()))
  with check (id in (select private.my_administered_organizations()));
grant select on public.organizations to authenticated;
grant update (name) on public.organizations to authenticated;

create policy "members read who is in their organisation" on public.organization_members for select to authenticated
  using (organization_id in (select private.my_organizations()) or user_id = (select auth.uid())
    or (select private.is_super_admin()));
grant select on public.organization_members to authenticated;

create policy "admins read invitations" on public.organization_invitations for select to authenticated
  using (organization_id in (select private.my_administered_organizations()));
grant select (id, organization_id, email, role, invited_by, expires_at, accepted_at, revoked_at, created_at)
  on public.organization_invitations to authenticated;

create policy "members read teams" on public.teams for select to authenticated
  using (organization_id in (select private.my_organizations()));
create policy "admins add teams" on public.teams for insert to authenticated
  with check (organization_id in (select private.my_administered_organizations()) and created_by = (select auth.uid()));
create policy "admins change teams" on public.teams for update to authenticated
  using (organization_id in (select private.my_administered_organizations()))
  with check (organization_id in (select private.my_administered_organizations()));
create policy "admins delete teams" on public.teams for delete to authenticated
  using (organization_id in (select private.my_administered_organizations()));
grant select, delete on public.teams to authenticated;
grant insert (organization_id, name, description, color) on public.teams to authenticated;
grant update (name, description, color) on public.teams to authenticated;

create policy "members read who is in teams" on public.team_members for select to authenticated
  using (organization_id in (select private.my_organizations()));
create policy "admins put members into teams" on public.team_members for insert to authenticated
  with check (organization_id in (select private.my_administered_organizations()));
create policy "admins take members out of teams" on public.team_members for delete to authenticated
  using (organization_id in (select private.my_administered_organizations()));
grant select, delete on public.team_members to authenticated;
grant insert (team_id, organization_id, user_id) on public.team_members to authenticated;

create policy "admins read their organisation's log" on public.audit_log for select to authenticated
  using (organization_id in (select private.my_administered_organizations()));
create policy "colleagues read profiles" on public.sounddesk_profiles for select to authenticated
  using (user_id in (select private.my_colleagues()));

create trigger touch_updated_at before update on public.organizations
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.teams
  for each row execute function private.touch_updated_at();
select private.watch('public.organizations'), private.watch('public.organization_members'),
  private.watch('public.organization_invitations'), private.watch('public.teams'), private.watch('public.team_members');
