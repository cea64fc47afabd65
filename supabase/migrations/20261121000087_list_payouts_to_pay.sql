-- What is to be paid to affiliates, for a file of any length: nothing but what stands in it, by key, newest first. (The list
-- on the screen reckons a balance for each row.)
create function public.list_payouts_to_pay(
  before_requested_at timestamptz default null, before_id uuid default null, page_size integer default 500)
returns table (id uuid, amount_usd numeric, paypal_email text, requested_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then perform private.refuse('Super Admin Access Required'); end if;
  return query
    select y.id, y.amount_usd, y.paypal_email, y.requested_at from public.affiliate_payouts y
    where y.status = 'processing' and (before_requested_at is null
      or (y.requested_at, y.id) < (before_requested_at, before_id))
    order by y.requested_at desc, y.id desc limit least(greatest(page_size, 1), 1000);
end
$$;
grant execute on function public.list_payouts_to_pay(timestamptz, uuid, integer) to authenticated;
