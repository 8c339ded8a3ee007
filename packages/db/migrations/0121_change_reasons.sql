-- Why a metric changed or didn't: in codes with their fields, too. Statistics are computed again when somebody asks for them.
truncate pair_statistics;

alter table run no force row level security;
update run set comparison = jsonb_set(comparison, '{verdict,whole}', (
  select coalesce(jsonb_agg(
    one - 'reason' || jsonb_build_object('reasons', jsonb_build_array(jsonb_build_object('code', 'given', 'words', one -> 'reason')))
    order by place), '[]')
  from jsonb_array_elements(comparison #> '{verdict,whole}') with ordinality metric (one, place)
))
where jsonb_typeof(comparison #> '{verdict,whole}') = 'array';
alter table run force row level security;
