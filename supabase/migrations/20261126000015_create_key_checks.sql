-- Keys of an organisation are taken by the API of a computer: it asks whose a key is, and what it may do.

-- Beside one endpoint each: all reading, all control, all files, as the keys of a computer have them.
alter table public.api_keys drop constraint api_keys_scopes_check;
alter table public.api_keys add constraint api_keys_scopes_check
  check (cardinality(scopes) > 0 and array_position(scopes, null) is null
    and scopes <@ array['noise-cancellation:start', 'recording:create', 'broadcast:start', 'voice:transcribe',
      'read', 'control', 'files']);

-- Whose key this is, without counting a call: for calls that start no work, and for what a computer remembers. The outcome is
-- OK, BAD_KEY (unknown, revoked, over) or PLAN_LIMIT.
create function public.check_api_key(api_key text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  used public.api_keys;
  plan public.plans;
begin
  select k.* into used from public.api_keys k
  where k.key_hash = extensions.digest(check_api_key.api_key, 'sha256') and k.status = 'active'
    and (k.expires_at is null or k.expires_at > now());
  if used.id is null then return jsonb_build_object('outcome', 'BAD_KEY'); end if;
  plan := private.plan_of(used.organization_id);
  if not plan.api_access then return jsonb_build_object('outcome', 'PLAN_LIMIT'); end if;
  update public.api_keys k set last_used_at = now() where k.id = used.id;
  return jsonb_build_object('outcome', 'OK', 'keyId', used.id, 'name', used.name, 'scopes', to_jsonb(used.scopes),
    'expiresAt', used.expires_at, 'callsPerMonth', plan.api_calls_per_month,
    'callsThisMonth', coalesce((select c.calls from private.api_calls c
      where c.organization_id = used.organization_id and c.month = private.this_month()), 0));
end
$$;
