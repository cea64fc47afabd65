-- Organizations: who is in them, who is invited, and their teams.

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
create index organizations_personal_made_idx on public.organizations (created_at) where is_personal;
alter table public.organizations enable row level security;
grant select on public.organizations to authenticated;
grant update (name) on public.organizations to authenticated;
create trigger touch_updated_at before update on public.organizations
  for each row execute function private.touch_updated_at();
select private.watch('public.organizations');

create table public.organization_members (
  organization_id uuid not null references public.organizations on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  role text not null default 'member' check (role in ('owner', 'admin', 'member')),
  status text not null default 'pending' check (status in ('active', 'pending', 'inactive')),
  last_active_at timestamptz,
  joined_at timestamptz not null default now(),
  -- What a search looks into: name and address. Colleagues read them through functions.
  search_text text not null default '',
  primary key (organization_id, user_id)
);
create index organization_members_user_idx on public.organization_members (user_id, organization_id);
create index organization_members_joined_idx on public.organization_members (organization_id, joined_at desc, user_id desc);
create index organization_members_search_idx on public.organization_members using gin (search_text extensions.gin_trgm_ops);
create index organization_members_name_idx on public.organization_members (organization_id, search_text text_pattern_ops);
create index organization_members_email_idx
  on public.organization_members (organization_id, split_part(search_text, E'\n', 2) text_pattern_ops);
-- Counted for the seats, and few of many are anything but active members.
create index organization_members_active_idx on public.organization_members (organization_id) where status = 'active';
create index organization_members_role_idx on public.organization_members (organization_id, role, joined_at desc, user_id desc);
create index organization_members_status_idx on public.organization_members (organization_id, status, joined_at desc, user_id desc);
alter table public.organization_members alter column search_text set statistics 1000;
alter table public.organization_members enable row level security;
select private.watch('public.organization_members');
grant select (organization_id, user_id, role, status, last_active_at, joined_at) on public.organization_members to authenticated;

create table public.organization_invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations on delete cascade,
  email text not null check (email = lower(email) and email like '%_@_%._%' and char_length(email) <= 254)
    check (private.is_one_line(email) and email !~ '[\s,;<>]'),
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
create index organization_invitations_open_idx on public.organization_invitations (organization_id, created_at desc, id desc)
  where accepted_at is null and revoked_at is null;
alter table public.organization_invitations enable row level security;
grant select (id, organization_id, email, role, invited_by, expires_at, accepted_at, revoked_at, created_at)
  on public.organization_invitations to authenticated;
select private.watch('public.organization_invitations');

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
create index teams_created_idx on public.teams (organization_id, created_at desc, id desc);
create index teams_name_trigram_idx on public.teams using gin (lower(name) extensions.gin_trgm_ops);
alter table public.teams enable row level security;
grant select, delete on public.teams to authenticated;
grant insert (organization_id, name, description, color) on public.teams to authenticated;
grant update (name, description, color) on public.teams to authenticated;
create trigger touch_updated_at before update on public.teams
  for each row execute function private.touch_updated_at();
select private.watch('public.teams');

-- The two foreign keys hold a team's members to the team's own organisation.
create table public.team_members (
  team_id uuid not null,
  organization_id uuid not null,
  user_id uuid not null,
  added_at timestamptz not null default now(),
  role text not null default 'member' check (role in ('lead', 'member')),
  primary key (team_id, user_id),
  foreign key (team_id, organization_id) references public.teams (id, organization_id) on delete cascade,
  foreign key (organization_id, user_id) references public.organization_members on delete cascade
);
create index team_members_organization_idx on public.team_members (organization_id, user_id);
create index team_members_added_idx on public.team_members (team_id, added_at, user_id);
alter table public.team_members enable row level security;
grant select, delete on public.team_members to authenticated;
grant insert (team_id, organization_id, user_id) on public.team_members to authenticated;
grant update (role) on public.team_members to authenticated;
select private.watch('public.team_members');

-- Sets and not checks of one row: a policy asks them once a query.
create function private.my_organizations() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select m.organization_id from public.organization_members m
  where m.user_id = (select auth.uid()) and m.status = 'active'
$$;
grant execute on function private.my_organizations() to authenticated;

create function private.my_administered_organizations() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select m.organization_id from public.organization_members m
  where m.user_id = (select auth.uid()) and m.status = 'active' and m.role in ('owner', 'admin')
$$;
grant execute on function private.my_administered_organizations() to authenticated;

create function private.my_colleagues() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select m.user_id from public.organization_members m
  where m.organization_id in (select private.my_organizations())
$$;
grant execute on function private.my_colleagues() to authenticated;

create policy "members read their organisation" on public.organizations for select to authenticated
  using (id in (select private.my_organizations()) or (select private.is_super_admin()));
create policy "admins rename their organisation" on public.organizations for update to authenticated
  using (id in (select private.my_administered_organizations()))
  with check (id in (select private.my_administered_organizations()));
create policy "members read who is in their organisation" on public.organization_members for select to authenticated
  using (organization_id in (select private.my_organizations()) or user_id = (select auth.uid())
    or (select private.is_super_admin()));
create policy "admins read invitations" on public.organization_invitations for select to authenticated
  using (organization_id in (select private.my_administered_organizations()));
create policy "members read teams" on public.teams for select to authenticated
  using (organization_id in (select private.my_organizations()));
create policy "admins add teams" on public.teams for insert to authenticated
  with check (organization_id in (select private.my_administered_organizations()) and created_by = (select auth.uid()));
create policy "admins change teams" on public.teams for update to authenticated
  using (organization_id in (select private.my_administered_organizations()))
  with check (organization_id in (select private.my_administered_organizations()));
create policy "admins delete teams" on public.teams for delete to authenticated
  using (organization_id in (select private.my_administered_organizations()));
create policy "members read who is in teams" on public.team_members for select to authenticated
  using (organization_id in (select private.my_organizations()));
create policy "admins put members into teams" on public.team_members for insert to authenticated
  with check (organization_id in (select private.my_administered_organizations()));
create policy "admins take members out of teams" on public.team_members for delete to authenticated
  using (organization_id in (select private.my_administered_organizations()));
create policy "admins give roles in teams" on public.team_members for update to authenticated
  using (organization_id in (select private.my_administered_organizations()))
  with check (organization_id in (select private.my_administered_organizations()));
create policy "colleagues read profiles" on public.sounddesk_profiles for select to authenticated
  using (user_id in (select private.my_colleagues()));

-- The caller's role in an organisation; null where he has none.
create function private.my_role(organization uuid) returns text
language sql stable security definer set search_path = '' as $$
  select m.role from public.organization_members m
  where m.organization_id = organization and m.user_id = auth.uid() and m.status = 'active'
$$;

create function private.require_admin(organization uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_role text := private.my_role(organization);
begin
  if caller_role is null or caller_role = 'member' then
    perform private.refuse('Only owners and admins of this organisation may do this.');
  end if;
  return caller_role;
end
$$;

-- Whether others would be left without an owner if this account went.
create function private.owns_for_others(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.organization_members m
    where m.user_id = account and m.role = 'owner' and m.status = 'active'
      and exists (select 1 from public.organization_members other
        where other.organization_id = m.organization_id and other.user_id <> account and other.status = 'active')
      and not exists (select 1 from public.organization_members other
        where other.organization_id = m.organization_id and other.user_id <> account and other.status = 'active'
          and other.role = 'owner'))
$$;

create function private.member_search_text(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select lower(coalesce(p.display_name, '') || E'\n' || coalesce(u.email, ''))
  from auth.users u left join public.sounddesk_profiles p on p.user_id = u.id where u.id = account
$$;

create function private.fill_member_search_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.search_text := coalesce(private.member_search_text(new.user_id), '');
  return new;
end
$$;
create trigger fill_search_text before insert on public.organization_members
  for each row execute function private.fill_member_search_text();

create function private.follow_profile_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.organization_members m set search_text = private.member_search_text(new.user_id) where m.user_id = new.user_id;
  return null;
end
$$;
create trigger follow_name after insert or update of display_name on public.sounddesk_profiles
  for each row execute function private.follow_profile_name();

-- The log is for owners.
create function private.my_owned_organizations() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select m.organization_id from public.organization_members m
  where m.user_id = (select auth.uid()) and m.status = 'active' and m.role = 'owner'
$$;
grant execute on function private.my_owned_organizations() to authenticated;

-- Rows that an owner could add without an end: teams, and invitations that are made and taken back again.
create function private.cap_teams() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := 1000;
  organization uuid;
begin
  for organization in select distinct a.organization_id from added a order by 1 loop
    -- Two at once are counted one after the other: the second sees what the first added.
    perform pg_advisory_xact_lock(hashtextextended('teams ' || organization, 0));
    if (select count(*) from (
      select 1 from public.teams t where t.organization_id = organization limit most + 1) all_teams) > most then
      perform private.refuse('An organization can have at most 1,000 teams.');
    end if;
  end loop;
  return null;
end
$$;
create trigger cap_teams after insert on public.teams
  referencing new table as added for each statement execute function private.cap_teams();

-- Whoever makes one holds the organization's row, so that they are counted one after the other.
create function private.cap_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from (
    select 1 from public.organization_invitations i
    where i.organization_id = new.organization_id and i.created_at > now() - interval '1 day' limit 1000) today) >= 1000 then
    perform private.refuse('An organization can make at most 1,000 invitations a day. Go on tomorrow.');
  end if;
  return new;
end
$$;
create trigger cap_invitations before insert on public.organization_invitations
  for each row execute function private.cap_invitations();
