-- As for the words of the search: a hundred samples do not tell how rare a beginning is.
alter table public.license_keys alter column key_prefix set statistics 1000;
alter table public.license_keys alter column user_email set statistics 1000;
alter index public.license_keys_domain_idx alter column 1 set statistics 1000;
alter index public.license_keys_device_idx alter column 1 set statistics 1000;
