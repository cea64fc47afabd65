-- Keys of the payment gateway: shown once, kept as a hash with what a list shows of them.
create table public.psfaba_api_keys (
  id uuid primary key default gen_random_uuid(),
  key_name text not null check (btrim(key_name) <> '' and char_length(key_name) <= 120),
  description text,
  key_hash bytea not null unique,
  key_prefix text not null,
  key_suffix text not null,
  status text not null default 'active' check (status in ('active', 'revoked')),
  created_by uuid references auth.users on delete set null,
  usage_count bigint not null default 0,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index psfaba_api_keys_created_by_idx on public.psfaba_api_keys (created_by);

-- Keys of an organisation for the public API.
create table public.api_keys (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations on delete cascade,
  name text not null check (btrim(name) <> '' and char_length(name) <= 120),
  key_hash bytea not null unique,
  key_prefix text not null,
  status text not null default 'active' check (status in ('active', 'revoked')),
  created_by uuid references auth.users on delete set null,
  usage_count bigint not null default 0,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index api_keys_organization_idx on public.api_keys (organization_id, created_at desc);
create index api_keys_created_by_idx on public.api_keys (created_by);

create table public.sounddesk_feedback (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete set null,
  feedback_type text not null check (feedback_type in ('general', 'bug', 'feature', 'performance', 'gdpr_request',
    'support', 'sales', 'license_request', 'download_support', 'partnership', 'media')),
  rating integer check (rating between 1 and 5),
  message text not null check (btrim(message) <> '' and char_length(message) <= 10000),
  email text check (char_length(email) <= 254),
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'done')),
  created_at timestamptz not null default now()
);
create index sounddesk_feedback_user_idx on public.sounddesk_feedback (user_id, created_at desc);
create index sounddesk_feedback_created_idx on public.sounddesk_feedback (created_at desc, id);

-- The journal of real sessions, as far as a user lets it leave his machine.
create table public.usage_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  kind text not null check (kind in ('noise-cancellation', 'recording', 'broadcast', 'meeting', 'capture')),
  preset_id text,
  started_at timestamptz not null,
  ended_at timestamptz,
  figures jsonb not null default '{}' check (pg_column_size(figures) <= 16384),
  created_at timestamptz not null default now(),
  check (ended_at is null or ended_at >= started_at)
);
create index usage_sessions_user_idx on public.usage_sessions (user_id, started_at desc);

alter table public.psfaba_api_keys enable row level security;
alter table public.api_keys enable row level security;
alter table public.sounddesk_feedback enable row level security;
alter table public.usage_sessions enable row level security;

create policy "super admins read gateway keys" on public.psfaba_api_keys for select to authenticated
  using ((select private.is_super_admin()));
create policy "super admins change gateway keys" on public.psfaba_api_keys for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "super admins delete gateway keys" on public.psfaba_api_keys for delete to authenticated
  using ((select private.is_super_admin()));
grant select (id, key_name, description, key_prefix, key_suffix, status, created_by, usage_count, last_used_at,
  created_at, updated_at), update (key_name, description, status, updated_at), delete on public.psfaba_api_keys to authenticated;

create policy "admins read their organisation's keys" on public.api_keys for select to authenticated
  using (organization_id in (select private.my_administered_organizations()));
create policy "admins change their organisation's keys" on public.api_keys for update to authenticated
  using (organization_id in (select private.my_administered_organizations()))
  with check (organization_id in (select private.my_administered_organizations()));
create policy "admins delete their organisation's keys" on public.api_keys for delete to authenticated
  using (organization_id in (select private.my_administered_organizations()));
grant select (id, organization_id, name, key_prefix, status, created_by, usage_count, last_used_at, created_at, updated_at),
  update (name, status), delete on public.api_keys to authenticated;

create policy "one reads one's own feedback" on public.sounddesk_feedback for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_super_admin()));
create policy "super admins handle feedback" on public.sounddesk_feedback for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
grant select, update (status) on public.sounddesk_feedback to authenticated;

create policy "one reads one's own sessions" on public.usage_sessions for select to authenticated
  using (user_id = (select auth.uid()));
create policy "one adds one's own sessions" on public.usage_sessions for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "one ends one's own sessions" on public.usage_sessions for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "one deletes one's own sessions" on public.usage_sessions for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, delete, insert (id, kind, preset_id, started_at, ended_at, figures), update (ended_at, figures)
  on public.usage_sessions to authenticated;

create trigger touch_updated_at before update on public.psfaba_api_keys
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.api_keys
  for each row execute function private.touch_updated_at();
select private.watch('public.psfaba_api_keys'), private.watch('public.api_keys');

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

-- Makes a gateway key and tells it this once.
create function public.generate_psfaba_api_key(key_name text, description text default null)
returns table (id uuid, api_key text) language plpgsql security definer set search_path = '' as $$
declare
  made text := 'psfaba_live_' || private.random_base36(32);
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  return query
    insert into public.psfaba_api_keys (key_name, description, key_hash, key_prefix, key_suffix, created_by)
    values (btrim(generate_psfaba_api_key.key_name), nullif(btrim(generate_psfaba_api_key.description), ''),
      extensions.digest(made, 'sha256'), left(made, 16), right(made, 4), auth.uid())
    returning psfaba_api_keys.id, made;
end
$$;

-- Makes an organisation's key and tells it this once.
create function public.create_api_key(organization uuid, key_name text)
returns table (id uuid, api_key text) language plpgsql security definer set search_path = '' as $$
declare
  made text := 'sd_live_' || encode(extensions.gen_random_bytes(32), 'hex');
begin
  perform private.require_admin(organization);
  return query
    insert into public.api_keys (organization_id, name, key_hash, key_prefix, created_by)
    values (organization, btrim(key_name), extensions.digest(made, 'sha256'), left(made, 12), auth.uid())
    returning api_keys.id, made;
end
$$;
grant execute on function public.generate_psfaba_api_key(text, text), public.create_api_key(uuid, text) to authenticated;
