-- Teams by plan. Basic (Professional and the trial): teams with people in them. Advanced (Enterprise): a lead for each team, who
-- changes it and says who is in it; the audit trail; the teams as a file. What was made on a larger plan stays, and is not changed.

alter table public.team_members add column role text not null default 'member' check (role in ('lead', 'member'));
grant update (role) on public.team_members to authenticated;

create function private.has_advanced_teams(organization uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select (private.plan_of(organization)).teams = 'advanced'
$$;

create function private.require_advanced_teams(organization uuid, what text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_advanced_teams(organization) then
    raise exception '%', what || ' the Enterprise plan.' using errcode = '42501', hint = 'PLAN_LIMIT';
  end if;
end
$$;

create function private.hold_team_members_to_plan() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and not private.has_team_management(new.organization_id) then
    perform private.refuse('Teams come with the Professional and Enterprise plans.');
  end if;
  if new.role = 'lead' and (tg_op = 'INSERT' or old.role <> 'lead') then
    perform private.require_advanced_teams(new.organization_id, 'Roles in teams come with');
  end if;
  return new;
end
$$;
create trigger hold_to_plan before insert or update of role on public.team_members
  for each row execute function private.hold_team_members_to_plan();

-- The teams that the caller leads, where the plan has leads.
create function private.my_led_teams() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select tm.team_id from public.team_members tm
  where tm.user_id = (select auth.uid()) and tm.role = 'lead'
    and tm.organization_id in (select private.my_organizations()) and private.has_advanced_teams(tm.organization_id)
$$;
grant execute on function private.my_led_teams() to authenticated;

create policy "admins give roles in teams" on public.team_members for update to authenticated
  using (organization_id in (select private.my_administered_organizations()))
  with check (organization_id in (select private.my_administered_organizations()));
create policy "leads change their teams" on public.teams for update to authenticated
  using (id in (select private.my_led_teams())) with check (id in (select private.my_led_teams()));
create policy "leads put members into their teams" on public.team_members for insert to authenticated
  with check (team_id in (select private.my_led_teams()));
-- A lead takes out members, not other leads.
create policy "leads take members out of their teams" on public.team_members for delete to authenticated
  using (team_id in (select private.my_led_teams()) and role <> 'lead');

drop function public.search_teams(uuid, text, timestamptz, uuid, integer);
-- A page of teams, newest first, each with how many are in it, the first four of them, and whether the caller leads it.
create function public.search_teams(
  organization uuid, search text default '', before_at timestamptz default null, before_id uuid default null,
  page_size integer default 24)
returns table (id uuid, name text, description text, color text, created_at timestamptz, member_count bigint, members jsonb,
  is_led boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text := lower(btrim(search));
begin
  if private.my_role(organization) is null then perform private.refuse('You are not in this organization.'); end if;
  return query
    select t.id, t.name, t.description, t.color, t.created_at,
      (select count(*) from public.team_members c where c.team_id = t.id),
      (select coalesce(jsonb_agg(jsonb_build_object('id', f.user_id, 'name', f.name, 'email', f.email)), '[]') from (
        select tm.user_id, coalesce(p.display_name, '') as name, u.email
        from public.team_members tm join auth.users u on u.id = tm.user_id
        left join public.sounddesk_profiles p on p.user_id = tm.user_id
        where tm.team_id = t.id order by tm.added_at, tm.user_id limit 4) f),
      t.id in (select private.my_led_teams())
    from public.teams t
    where t.organization_id = organization
      and (words = '' or lower(t.name) like '%' || private.like_start(words))
      and (before_at is null or (t.created_at, t.id) < (before_at, before_id))
    order by t.created_at desc, t.id desc limit least(greatest(page_size, 1), 100);
end
$$;
grant execute on function public.search_teams(uuid, text, timestamptz, uuid, integer) to authenticated;

drop function public.list_team_members(uuid, timestamptz, uuid, integer);
create function public.list_team_members(
  team uuid, after_at timestamptz default null, after_id uuid default null, page_size integer default 50)
returns table (id uuid, name text, email text, status text, added_at timestamptz, role text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.my_role((select t.organization_id from public.teams t where t.id = team)) is null then
    perform private.refuse('You are not in the organization of this team.');
  end if;
  return query
    select tm.user_id, coalesce(p.display_name, ''), u.email::text, m.status, tm.added_at, tm.role
    from public.team_members tm
    join public.organization_members m on m.organization_id = tm.organization_id and m.user_id = tm.user_id
    join auth.users u on u.id = tm.user_id
    left join public.sounddesk_profiles p on p.user_id = tm.user_id
    where tm.team_id = team and (after_at is null or (tm.added_at, tm.user_id) > (after_at, after_id))
    order by tm.added_at, tm.user_id limit least(greatest(page_size, 1), 200);
end
$$;
grant execute on function public.list_team_members(uuid, timestamptz, uuid, integer) to authenticated;

create or replace function public.find_team_candidates(team uuid, search text default '')
returns table (id uuid, name text, email text)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text := lower(btrim(search));
  organization uuid := (select t.organization_id from public.teams t where t.id = team);
begin
  if team not in (select private.my_led_teams()) then perform private.require_admin(organization); end if;
  return query execute
    'select m.user_id, coalesce(p.display_name, ''''), u.email::text
     from public.organization_members m
     join auth.users u on u.id = m.user_id
     left join public.sounddesk_profiles p on p.user_id = m.user_id
     where m.organization_id = $1 and m.status = ''active''
       and not exists (select 1 from public.team_members tm where tm.team_id = $3 and tm.user_id = m.user_id)'
    || private.member_condition(words) || ' order by m.joined_at desc, m.user_id desc limit 20'
    using organization, words, team;
end
$$;

-- The teams of an organization with everybody in them, for a file: by key, a row for each person, and one for a team of nobody.
create function public.export_teams(
  organization uuid, after_team uuid default null, after_member uuid default null, page_size integer default 1000)
returns table (team_id uuid, team text, description text, member_id uuid, name text, email text, role text, added_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin(organization);
  perform private.require_advanced_teams(organization, 'The export of teams comes with');
  return query
    select t.id, t.name, t.description, tm.user_id, coalesce(p.display_name, ''), u.email::text, tm.role, tm.added_at
    from public.teams t
    left join public.team_members tm on tm.team_id = t.id
    left join auth.users u on u.id = tm.user_id
    left join public.sounddesk_profiles p on p.user_id = tm.user_id
    where t.organization_id = organization
      and (after_team is null or t.id > after_team or (t.id = after_team and tm.user_id > after_member))
    order by t.id, tm.user_id limit least(greatest(page_size, 1), 1000);
end
$$;
grant execute on function public.export_teams(uuid, uuid, uuid, integer) to authenticated;

create or replace function public.list_audit_trail(organization uuid, before_id bigint default null, page_size integer default 50)
returns table (id bigint, occurred_at timestamptz, actor text, action text, table_name text, subject text, team text,
  old_values jsonb, new_values jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.my_role(organization) is distinct from 'owner' then
    perform private.refuse('Only owners of this organization read its audit trail.');
  end if;
  perform private.require_advanced_teams(organization, 'The audit trail comes with');
  return query
    select l.id, l.occurred_at, private.name_of(l.actor_id), l.action, l.table_name,
      coalesce(
        case when l.table_name in ('organization_members', 'team_members')
          then private.name_of(nullif(coalesce(l.new_values, l.old_values) ->> 'user_id', '')::uuid) end,
        coalesce(l.new_values, l.old_values) ->> 'email', coalesce(l.new_values, l.old_values) ->> 'name', ''),
      case when l.table_name = 'team_members'
        then (select t.name from public.teams t where t.id = (coalesce(l.new_values, l.old_values) ->> 'team_id')::uuid) end,
      l.old_values, l.new_values
    from public.audit_log l
    where l.organization_id = organization and (before_id is null or l.id < before_id)
    order by l.id desc limit least(greatest(page_size, 1), 200);
end
$$;

-- The log is written on every plan; who reads it by REST has the plan that shows it.
create function private.my_audited_organizations() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select o.id from private.my_owned_organizations() o (id) where private.has_advanced_teams(o.id)
$$;
grant execute on function private.my_audited_organizations() to authenticated;
drop policy "owners read their organisation's log" on public.audit_log;
create policy "owners read their organisation's log" on public.audit_log for select to authenticated
  using (organization_id in (select private.my_audited_organizations()));
