-- What a finding rests on: in codes with their fields, as everything else of it. A warning's words are with its run.
alter table judgement no force row level security;
update judgement set findings = (
  select coalesce(jsonb_agg(
    one - 'evidence' || jsonb_build_object('reasons', case
      when one ->> 'kind' = 'warning' or one ->> 'evidence' is null then '[]'::jsonb
      else jsonb_build_array(jsonb_build_object('code', 'given', 'words', one -> 'evidence')) end)
    order by place), '[]')
  from jsonb_array_elements(findings) with ordinality finding (one, place)
);
alter table judgement force row level security;
