-- Where an external payment gateway calls, by its keys and with a secret of this installation. Its events are kept as a
-- list; nothing that anybody pays or may do changes by them.

alter table public.psfaba_api_keys
  -- From then on it is taken no more; null: for as long as it is not revoked.
  add column expires_at timestamptz,
  add constraint psfaba_api_keys_description_check check (char_length(description) <= 500);
grant select (expires_at) on public.psfaba_api_keys to authenticated;
create index psfaba_api_keys_created_idx on public.psfaba_api_keys (created_at desc, id desc);

-- What somebody did to a key is written down; that it was used is counted.
drop trigger audit on public.psfaba_api_keys;
create trigger audit after insert or delete or update of key_name, description, status
  on public.psfaba_api_keys for each row execute function private.audit();
drop trigger touch_updated_at on public.psfaba_api_keys;
create trigger touch_updated_at before update of key_name, description, status on public.psfaba_api_keys
  for each row execute function private.touch_updated_at();

drop function public.generate_psfaba_api_key(text, text);
-- Makes a gateway key and tells it this once. `valid_days`: so long it is taken; null: until it is revoked.
create function public.generate_psfaba_api_key(key_name text, description text default null, valid_days integer default null)
returns table (id uuid, api_key text) language plpgsql security definer set search_path = '' as $$
declare
  made text := 'psfaba_live_' || private.random_base36(32);
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  if btrim(coalesce(generate_psfaba_api_key.key_name, '')) = '' then
    raise exception 'API key name is required' using errcode = '22023';
  end if;
  if valid_days not between 1 and 3650 then
    raise exception 'A key is valid for 1 to 3650 days.' using errcode = '22023';
  end if;
  return query
    insert into public.psfaba_api_keys (key_name, description, key_hash, key_prefix, key_suffix, created_by, expires_at)
    values (btrim(generate_psfaba_api_key.key_name), nullif(btrim(generate_psfaba_api_key.description), ''),
      extensions.digest(made, 'sha256'), left(made, 16), right(made, 4), auth.uid(), now() + make_interval(days => valid_days))
    returning psfaba_api_keys.id, made;
end
$$;
grant execute on function public.generate_psfaba_api_key(text, text, integer) to authenticated;

create table private.gateway_webhook (
  is_only boolean primary key default true check (is_only),
  secret_hash bytea not null,
  secret_prefix text not null,
  rotated_at timestamptz not null default now()
);

create table public.gateway_events (
  id text primary key check (char_length(id) between 1 and 200),
  key_id uuid references public.psfaba_api_keys on delete set null,
  event_type text not null check (char_length(event_type) between 1 and 200),
  received_at timestamptz not null default now()
);
create index gateway_events_received_idx on public.gateway_events (received_at desc);
create index gateway_events_key_idx on public.gateway_events (key_id);
alter table public.gateway_events enable row level security;
create policy "super admins read gateway events" on public.gateway_events for select to authenticated
  using ((select private.is_super_admin()));
grant select on public.gateway_events to authenticated;
revoke insert, update, delete, truncate on public.gateway_events from service_role;

-- Another secret, told this once; the one before is taken no more.
create function public.rotate_gateway_secret() returns text
language plpgsql security definer set search_path = '' as $$
declare
  made text := 'whsec_' || encode(extensions.gen_random_bytes(32), 'hex');
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  insert into private.gateway_webhook as w (secret_hash, secret_prefix)
  values (extensions.digest(made, 'sha256'), left(made, 10))
  on conflict (is_only) do update set secret_hash = excluded.secret_hash, secret_prefix = excluded.secret_prefix, rotated_at = now();
  insert into public.audit_log (actor_id, action, table_name, row_id, new_values)
  values (auth.uid(), 'update', 'gateway_webhook', 'secret', jsonb_build_object('secret_prefix', left(made, 10)));
  return made;
end
$$;

-- What a list may show of the secret; no row: there is none yet, and no call is taken.
create function public.read_gateway_webhook() returns table (secret_prefix text, rotated_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  return query select w.secret_prefix, w.rotated_at from private.gateway_webhook w;
end
$$;
grant execute on function public.rotate_gateway_secret(), public.read_gateway_webhook() to authenticated;

-- A call of the gateway: NEW, KNOWN (the same event again), BAD_KEY or BAD_SECRET. Each that is taken counts for its key.
create function public.accept_gateway_event(api_key text, webhook_secret text, event text, type text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  key uuid;
begin
  select k.id into key from public.psfaba_api_keys k
  where k.key_hash = extensions.digest(accept_gateway_event.api_key, 'sha256') and k.status = 'active'
    and (k.expires_at is null or k.expires_at > now());
  if key is null then return 'BAD_KEY'; end if;
  if not exists (select 1 from private.gateway_webhook w where w.secret_hash = extensions.digest(webhook_secret, 'sha256')) then
    return 'BAD_SECRET';
  end if;
  update public.psfaba_api_keys k set usage_count = k.usage_count + 1, last_used_at = now() where k.id = key;
  delete from public.gateway_events e where e.received_at < now() - interval '90 days';
  insert into public.gateway_events (id, key_id, event_type) values (event, key, type) on conflict (id) do nothing;
  return case when found then 'NEW' else 'KNOWN' end;
end
$$;
grant execute on function public.accept_gateway_event(text, text, text, text) to service_role;
