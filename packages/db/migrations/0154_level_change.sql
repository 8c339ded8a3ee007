-- Where the experiment's default branch was at another level than before when the run was judged, the change to name first at
-- first: {metric, label, before, after, state, run: {id, number}, runs}.
alter table judgement add column changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array');

-- From before: the steps to the worse that were found. The one that a target is about comes first, then the largest.
alter table judgement no force row level security;
alter table run_verdict no force row level security;
update judgement j set changes = found.changes
from (
  select o.id, jsonb_agg(
    jsonb_build_object('metric', f.step -> 'metric', 'label', null, 'before', f.step -> 'before', 'after', f.step -> 'after',
      'state', 'worse', 'run', f.step -> 'runs' -> 0, 'runs', null)
    order by exists (
        select from run_verdict v where v.run_id = o.run_id and v.label is null and v.metric = f.step ->> 'metric'
      ) desc, abs(coalesce((f.step ->> 'ratio')::double precision, 1e9) - 1) desc
  ) as changes
  from judgement o cross join lateral jsonb_array_elements(o.findings) f (step)
  where o.is_own and f.step ->> 'kind' = 'trend' and f.step ->> 'code' = 'default'
    and f.step -> 'runs' -> 0 is not null and f.step ->> 'before' is not null and f.step ->> 'after' is not null
  group by o.id
) found
where found.id = j.id;
alter table judgement force row level security;
alter table run_verdict force row level security;

-- What got worse is looked up for the overview.
create index judgement_worse on judgement (run_id) where is_own and changes -> 0 ->> 'state' = 'worse';
