-- Teams as the screen lists them, the plan they need, and the audit trail in words that an owner can follow.

-- Teams belong to the plans with team management.
create function private.has_team_management(organization uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select c.plan_id in ('professional', 'enterprise') from public.current_plan(organization) c), false)
$$;
create function private.require_team_management() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_team_management(new.organization_id) then
    perform private.refuse('Teams come with the Professional and Enterprise plans.');
  end if;
  return new;
end
$$;
create trigger require_team_management before insert on public.teams
  for each row execute function private.require_team_management();

create index teams_created_idx on public.teams (organization_id, created_at desc, id desc);
create index teams_name_trigram_idx on public.teams using gin (lower(name) extensions.gin_trgm_ops);

-- A page of teams, newest first, each with how many are in it and the first four of them.
create function public.search_teams(
  organization uuid, search text default '', before_at timestamptz default null, before_id uuid default null,
  page_size integer default 24)
returns table (id uuid, name text, description text, color text, created_at timestamptz, member_count bigint, members jsonb)
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
        where tm.team_id = t.id order by tm.added_at, tm.user_id limit 4) f)
    from public.teams t
    where t.organization_id = organization
      and (words = '' or lower(t.name) like '%' || private.like_start(words))
      and (before_at is null or (t.created_at, t.id) < (before_at, before_id))
    order by t.created_at desc, t.id desc limit least(greatest(page_size, 1), 100);
end
$$;

-- Who is in a team, and (for owners and admins) who of the active users could be.
create index team_members_added_idx on public.team_members (team_id, added_at, user_id);
create function public.list_team_members(
  team uuid, after_at timestamptz default null, after_id uuid default null, page_size integer default 50)
returns table (id uuid, name text, email text, status text, added_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.my_role((select t.organization_id from public.teams t where t.id = team)) is null then
    perform private.refuse('You are not in the organization of this team.');
  end if;
  return query
    select tm.user_id, coalesce(p.display_name, ''), u.email::text, m.status, tm.added_at
    from public.team_members tm
    join public.organization_members m on m.organization_id = tm.organization_id and m.user_id = tm.user_id
    join auth.users u on u.id = tm.user_id
    left join public.sounddesk_profiles p on p.user_id = tm.user_id
    where tm.team_id = team and (after_at is null or (tm.added_at, tm.user_id) > (after_at, after_id))
    order by tm.added_at, tm.user_id limit least(greatest(page_size, 1), 200);
end
$$;

create function public.find_team_candidates(team uuid, search text default '')
returns table (id uuid, name text, email text)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text := lower(btrim(search));
  organization uuid := (select t.organization_id from public.teams t where t.id = team);
begin
  perform private.require_admin(organization);
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

-- The audit trail of an organisation, newest first, with the names of who did it and of what it was done to.
create function public.list_audit_trail(organization uuid, before_id bigint default null, page_size integer default 50)
returns table (id bigint, occurred_at timestamptz, actor text, action text, table_name text, subject text, team text,
  old_values jsonb, new_values jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.my_role(organization) is distinct from 'owner' then
    perform private.refuse('Only owners of this organization read its audit trail.');
  end if;
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

-- Null where the server itself acted, or the account is gone.
create function private.name_of(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(p.display_name, ''), u.email::text)
  from auth.users u left join public.sounddesk_profiles p on p.user_id = u.id where u.id = account
$$;

grant execute on function public.search_teams(uuid, text, timestamptz, uuid, integer),
  public.list_team_members(uuid, timestamptz, uuid, integer), public.find_team_candidates(uuid, text),
  public.list_audit_trail(uuid, bigint, integer) to authenticated;
