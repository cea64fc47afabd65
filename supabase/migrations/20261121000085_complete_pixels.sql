-- A pixel may be a script of its own: it runs in a frame without an origin, like all of them.
alter table public.tracking_pixels
  drop constraint tracking_pixels_pixel_type_check,
  drop constraint tracking_pixels_check,
  add constraint tracking_pixels_pixel_type_check check (pixel_type in ('meta', 'google-analytics', 'gtm', 'custom')),
  add constraint tracking_pixels_id_check check (case pixel_type
    when 'custom' then btrim(pixel_id) <> '' and char_length(pixel_id) <= 20000
    when 'meta' then pixel_id ~ '^[0-9]{5,20}$'
    when 'gtm' then pixel_id ~ '^GTM-[A-Z0-9]{4,12}$'
    else pixel_id ~ '^G-[A-Z0-9]{4,14}$' end),
  add constraint tracking_pixels_length_check check (char_length(name) <= 120 and char_length(description) <= 500);
create index tracking_pixels_created_idx on public.tracking_pixels (created_at desc, id desc);
-- Who added one, and when, is the server's word.
revoke insert, update on public.tracking_pixels from authenticated;
grant insert (name, pixel_type, pixel_id, description, is_active), update (name, pixel_id, description, is_active)
  on public.tracking_pixels to authenticated;
