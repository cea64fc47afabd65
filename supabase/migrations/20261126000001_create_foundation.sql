-- What every other file stands on: who may do what by default, the helpers of policies and triggers, and the audit log.

-- Grants are written out: what a migration does not grant, nobody has.
alter default privileges for role postgres in schema public revoke all on tables from anon, authenticated;
alter default privileges for role postgres in schema public revoke all on sequences from anon, authenticated;
alter default privileges for role postgres in schema public revoke execute on functions from anon, authenticated;
alter default privileges for role postgres revoke execute on functions from public;
-- Helpers of policies and triggers: not reachable by REST.
create schema private;
grant usage on schema private to anon, authenticated, service_role;
create extension if not exists pg_trgm with schema extensions;

-- The claim is set by the server alone (app_metadata). Taken away is taken away at once: the claim of a token is checked
-- again in the table, for whatever asks for it.
create function private.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((auth.jwt() -> 'app_metadata' ->> 'super_admin')::boolean, false) and exists (
    select 1 from auth.users u
    where u.id = auth.uid() and coalesce((u.raw_app_meta_data ->> 'super_admin')::boolean, false))
$$;
grant execute on function private.is_super_admin() to anon, authenticated, service_role;

-- Content is written by admins: who has the claim `admin`, and super admins. The claim of the token is checked again in
-- the table: one who was an admin when he signed in is none now.
create function private.is_acting_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select (coalesce((auth.jwt() -> 'app_metadata' ->> 'admin')::boolean, false) or private.is_super_admin()) and exists (
    select 1 from auth.users u
    where u.id = auth.uid() and (coalesce((u.raw_app_meta_data ->> 'admin')::boolean, false)
      or coalesce((u.raw_app_meta_data ->> 'super_admin')::boolean, false)))
$$;
grant execute on function private.is_acting_admin() to authenticated;

-- An address that goes into the header of a mail or into a link is one line: no end of a line, nor what some programs take
-- for one. Names and titles are made one line where a mail is sent.
create function private.is_one_line(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value is null or value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'
$$;
grant execute on function private.is_one_line(text) to anon, authenticated, service_role;

create function private.touch_updated_at() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create function private.refuse(reason text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception '%', reason using errcode = '42501';
end
$$;

-- Who changed what. Rows are added by triggers and never changed.
create table public.audit_log (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null default now(),
  -- Null: the server itself.
  actor_id uuid,
  action text not null check (action in ('insert', 'update', 'delete', 'reveal')),
  table_name text not null,
  row_id text not null,
  organization_id uuid,
  old_values jsonb,
  new_values jsonb
);
create index audit_log_organization_idx on public.audit_log (organization_id, id desc);
create index audit_log_row_idx on public.audit_log (table_name, row_id, id desc);
alter table public.audit_log enable row level security;
create policy "super admins read the log" on public.audit_log
  for select to authenticated using ((select private.is_super_admin()));
grant select on public.audit_log to authenticated;
revoke insert, update, delete, truncate on public.audit_log from service_role;

-- Rate limits of the functions (service role), by hashed address.
create table private.rate_limits (
  bucket text not null,
  subject_hash text not null,
  window_started_at timestamptz not null,
  used integer not null,
  primary key (bucket, subject_hash)
);
create index rate_limits_started_idx on private.rate_limits (window_started_at);

-- Who is gone is gone from the log, too: what was done, when, and by which id stays; what it said of the person does not.
create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- The one change there is: values are emptied, and nothing else is touched.
  if tg_op = 'UPDATE' and tg_level = 'ROW' then
    if new.old_values is null and new.new_values is null
      and to_jsonb(new) - array['old_values', 'new_values'] = to_jsonb(old) - array['old_values', 'new_values'] then
      return new;
    end if;
  end if;
  raise exception 'The audit log can only be added to.' using errcode = '42501';
end
$$;
create trigger append_only before update or delete on public.audit_log
  for each row execute function private.refuse_change();
create trigger append_only_all before truncate on public.audit_log
  for each statement execute function private.refuse_change();

-- What the log must not keep: hashes and sealed keys. And what is no change: being there, a use, a view, a contact of a
-- device. Returns null where nothing but such changed.
create function private.loggable(row_values jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select row_values - array['key_hash', 'key_sealed', 'token_hash', 'credential_hash', 'updated_at', 'search_text',
    'token_sequence', 'last_seen_at', 'last_active_at', 'last_used_at', 'usage_count', 'view_count']
$$;

create function private.audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then private.loggable(to_jsonb(old)) end;
  new_row jsonb := case when tg_op <> 'DELETE' then private.loggable(to_jsonb(new)) end;
  any_row jsonb := coalesce(new_row, old_row);
  organization uuid := nullif(any_row ->> case when tg_table_name = 'organizations' then 'id' else 'organization_id' end, '')::uuid;
begin
  if tg_op = 'UPDATE' and old_row = new_row then
    return null;
  end if;
  insert into public.audit_log (actor_id, action, table_name, row_id, organization_id, old_values, new_values)
  values (auth.uid(), lower(tg_op), tg_table_name,
    coalesce(any_row ->> 'id', concat_ws('/', any_row ->> 'organization_id', any_row ->> 'team_id', any_row ->> 'user_id')),
    organization, old_row, new_row);
  return null;
end
$$;

-- Puts the log on a table.
create function private.watch(watched regclass) returns void
language plpgsql set search_path = '' as $$
begin
  execute format(
    'create trigger audit after insert or update or delete on %s for each row execute function private.audit()', watched);
end
$$;

-- Characters of base 36, evenly: bytes from 252 on are not used.
create function private.random_base36(length integer) returns text
language plpgsql volatile set search_path = '' as $$
declare
  letters constant text := '0123456789abcdefghijklmnopqrstuvwxyz';
  made text := '';
  bytes bytea;
begin
  while char_length(made) < length loop
    bytes := extensions.gen_random_bytes(64);
    for i in 0..63 loop
      if get_byte(bytes, i) < 252 and char_length(made) < length then
        made := made || substr(letters, 1 + get_byte(bytes, i) % 36, 1);
      end if;
    end loop;
  end loop;
  return made;
end
$$;

-- Whether one more is allowed in this window. The subject is a salted hash, never an address.
create function public.consume_rate_limit(bucket text, subject_hash text, most integer, window_seconds integer)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  now_used integer;
begin
  delete from private.rate_limits r where r.window_started_at < now() - interval '2 days';
  insert into private.rate_limits as r (bucket, subject_hash, window_started_at, used)
  values (consume_rate_limit.bucket, consume_rate_limit.subject_hash, now(), 1)
  on conflict on constraint rate_limits_pkey do update set
    used = case when r.window_started_at < now() - make_interval(secs => window_seconds) then 1 else r.used + 1 end,
    window_started_at = case when r.window_started_at < now() - make_interval(secs => window_seconds) then now()
      else r.window_started_at end
  returning r.used into now_used;
  return now_used <= most;
end
$$;

-- The pattern of what begins with these letters, whatever letters they are.
create function private.like_start(letters text) returns text
language sql immutable set search_path = '' as $$
  select replace(replace(replace(letters, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

-- A token is good for an hour, and its session may end before: whoever has signed out, was banned, deleted, or changed his
-- password reads and changes nothing by it any more. PostgREST asks before each request (db-pre-request).
create function private.check_session() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  -- The project's own keys have no session.
  if coalesce(claims ->> 'role', 'anon') in ('anon', 'service_role') then return; end if;
  if exists (
    select 1 from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id::text = claims ->> 'session_id' and s.user_id = (select auth.uid())
      and (u.banned_until is null or u.banned_until <= now())
  ) then return; end if;
  raise sqlstate 'PT401' using message = 'This session is over. Sign in again.';
end
$$;
grant execute on function private.check_session() to anon, authenticated, service_role;
