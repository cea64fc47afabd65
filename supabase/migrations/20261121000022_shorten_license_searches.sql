-- A million rows hold every three digits ten thousand times: less than four letters are looked for at a
-- beginning too, and so is what has a dot, which only addresses have.
create or replace function private.license_condition(words text) returns text
language sql immutable set search_path = '' as $$
  select case
    when words = '' then ''
    -- A key that was pasted whole is found by its hash.
    when words ~ '^sd-([a-z0-9]{5}-){3}[a-z0-9]{5}$' then ' and l.key_hash = private.license_hash($1)'
    when words like 'sd-%' then ' and l.key_prefix like private.like_start(upper(left($1, 8)))'
    when words like '@%' then ' and split_part(l.user_email, ''@'', 2) like private.like_start(substr($1, 2))'
    when words like '%@%' then ' and l.user_email like private.like_start($1)'
    when words like '% %' then ' and lower(l.device_name) like private.like_start($1)'
    when words like '%.%' then ' and (l.user_email like private.like_start($1)
      or split_part(l.user_email, ''@'', 2) like private.like_start($1))'
    when length(words) < 4 then ' and (l.user_email like private.like_start($1)
      or lower(l.device_name) like private.like_start($1)
      or l.key_prefix like private.like_start(''SD-'' || upper($1)))'
    else ' and l.search_text like ''%'' || private.like_start($1)'
  end
$$;

-- With the usual hundred samples the planner guesses how rare a word is, and reads the whole table in the
-- order of the page for a word that is in a few rows.
alter table public.license_keys alter column search_text set statistics 1000;
