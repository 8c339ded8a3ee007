-- "error-rate" is the one id of the figure, in stored comparisons as in addresses and in the API.
-- Forced policies apply to the owner of the tables too.
alter table run no force row level security;
alter table pair_statistics no force row level security;
update run set comparison = replace(comparison::text, '"metric": "error rate"', '"metric": "error-rate"')::jsonb
where comparison::text like '%"metric": "error rate"%';
update pair_statistics
set statistics = replace(statistics::text, '"metric": "error rate"', '"metric": "error-rate"')::jsonb
where statistics::text like '%"metric": "error rate"%';
alter table run force row level security;
alter table pair_statistics force row level security;
