-- A search is answered by the index that its form names. Three letters into the middle of a word find
-- it by trigrams; where common trigrams would have to be cut with one another (addresses of one domain,
-- names of devices) or there is none (one or two letters), the beginning is looked for instead.
create index license_keys_prefix_idx on public.license_keys (key_prefix text_pattern_ops);
create index license_keys_email_idx on public.license_keys (user_email text_pattern_ops);
create index license_keys_domain_idx on public.license_keys (split_part(user_email, '@', 2) text_pattern_ops);
create index license_keys_device_idx on public.license_keys (lower(device_name) text_pattern_ops);
create index license_keys_status_platform_idx on public.license_keys (status, platform, created_at desc, id desc);

-- What a search looks for, as a condition on `l` with the word as $1.
create function private.license_condition(words text) returns text
language sql immutable set search_path = '' as $$
  select case
    when words = '' then ''
    -- A key that was pasted whole is found by its hash.
    when words ~ '^sd-([a-z0-9]{5}-){3}[a-z0-9]{5}$' then ' and l.key_hash = private.license_hash($1)'
    when words like 'sd-%' then ' and l.key_prefix like private.like_start(upper(left($1, 8)))'
    when words like '@%' then ' and split_part(l.user_email, ''@'', 2) like private.like_start(substr($1, 2))'
    when words like '%@%' then ' and l.user_email like private.like_start($1)'
    when words like '% %' then ' and lower(l.device_name) like private.like_start($1)'
    when length(words) < 3 then ' and (l.user_email like private.like_start($1)
      or lower(l.device_name) like private.like_start($1)
      or l.key_prefix like private.like_start(''SD-'' || upper($1)))'
    else ' and l.search_text like ''%'' || private.like_start($1)'
  end
$$;

-- The pattern of what begins with these letters, whatever letters they are.
create function private.like_start(letters text) returns text
language sql immutable set search_path = '' as $$
  select replace(replace(replace(letters, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

create or replace function public.search_licenses(
  search text default '', status_filter text default null, platform_filter text default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size integer default 50)
returns table (id uuid, key_prefix text, user_email text, product_type text, platform text, status text,
  device_name text, device_id text, trial_ends_at timestamptz, activated_at timestamptz, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text := lower(btrim(search));
  conditions text := private.license_condition(words);
begin
  if not private.is_super_admin() then
    perform private.refuse('License key management is only available to super administrators.');
  end if;
  if status_filter is not null then conditions := conditions || ' and l.status = $2'; end if;
  if platform_filter is not null then conditions := conditions || ' and l.platform = $3'; end if;
  if before_created_at is not null then conditions := conditions || ' and (l.created_at, l.id) < ($4, $5)'; end if;
  return query execute
    'select l.id, l.key_prefix, l.user_email, l.product_type, l.platform, l.status, l.device_name, l.device_id,
       l.trial_ends_at, l.activated_at, l.created_at
     from public.license_keys l where true' || conditions || ' order by l.created_at desc, l.id desc limit $6'
    using words, status_filter, platform_filter, before_created_at, before_id, least(greatest(page_size, 1), 200);
end
$$;
