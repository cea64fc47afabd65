-- An address that goes into the header of a mail or into a link is one line: no end of a line, nor what some programs take
-- for one. Names and titles are made one line where a mail is sent.
-- Rows from before are not looked at; what is written from now on is.
create function private.is_one_line(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value is null or value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'
$$;
grant execute on function private.is_one_line(text) to anon, authenticated, service_role;

alter table public.organization_invitations add check (private.is_one_line(email) and email !~ '[\s,;<>]') not valid;
alter table public.sounddesk_feedback add check (private.is_one_line(email)) not valid;
alter table public.license_keys add check (private.is_one_line(user_email)) not valid;
alter table public.affiliate_payouts add check (private.is_one_line(paypal_email)) not valid;
alter table public.admin_contact_info add check (private.is_one_line(contact_value) and private.is_one_line(title)) not valid;
alter table private.status_subscribers add check (private.is_one_line(email)) not valid;
alter table public.testimonials add check (private.is_one_line(source_url)) not valid;
-- A film or a text leads to a page; a picture beside it is one of a page or of this site.
alter table public.admin_tutorials
  add check (content_url = '' or (private.is_one_line(content_url) and content_url ~* '^https://[^/?#@\\[:space:]]+([/?#][^[:space:]<>"]*)?$')) not valid,
  add check (thumbnail_url = '' or (private.is_one_line(thumbnail_url) and thumbnail_url ~* '^(https://[^/?#@\\[:space:]]+([/?#]|$)|/[^/\\])')) not valid;
