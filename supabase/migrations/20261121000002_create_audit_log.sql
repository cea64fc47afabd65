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

create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The audit log can only be added to.' using errcode = '42501';
end
$$;
create trigger append_only before update or delete on public.audit_log
  for each row execute function private.refuse_change();
create trigger append_only_all before truncate on public.audit_log
  for each statement execute function private.refuse_change();

-- What the log must not keep: hashes and sealed keys. Returns null where nothing but such changed.
create function private.loggable(row_values jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select row_values - array['key_hash', 'key_sealed', 'token_hash', 'credential_hash', 'updated_at', 'search_text']
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

create policy "super admins read the log" on public.audit_log
  for select to authenticated using ((select private.is_super_admin()));
grant select on public.audit_log to authenticated;
revoke insert, update, delete, truncate on public.audit_log from service_role;
