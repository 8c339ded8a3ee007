-- Which of its versions are an experiment's targets. An upload from another branch can state others, for its own runs.
alter table target_set add column branch text;
alter table experiment
  add column target_set_id uuid,
  -- Null: that of the workspace.
  add column default_branch text,
  add foreign key (workspace_id, target_set_id) references target_set (workspace_id, id)
    on delete set null (target_set_id);
create index experiment_target_set on experiment (target_set_id);

-- Row-level security is forced on the owner of the tables as well.
alter table experiment no force row level security;
alter table target_set no force row level security;
update experiment e set target_set_id = t.id
from (
  select distinct on (experiment_id) experiment_id, id from target_set order by experiment_id, version desc
) t
where t.experiment_id = e.id;
alter table experiment force row level security;
alter table target_set force row level security;

create or replace function refresh_experiment()
returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  which uuid;
begin
  if tg_table_name = 'experiment' then which := new.id; else which := new.experiment_id; end if;
  -- Locked before the runs are looked at: of two runs that are published at once, the later one sees both.
  perform from public.experiment where id = which for no key update;
  update public.experiment e set
    runs_total = (select count(*) from public.run r where r.experiment_id = which and r.published_at is not null),
    latest_run_id = latest.id,
    latest_at = latest.ran_at,
    latest_verdict = latest.verdict,
    latest_p99_ms = latest.p99_ms,
    latest_throughput = latest.throughput,
    latest_environment = latest.environment,
    latest_commit = latest.commit_sha,
    tested_capacity = held.held_throughput,
    tested_capacity_run_id = held.id
  from (select) one
  left join lateral (
    select r.id, r.ran_at, r.verdict, r.environment, r.commit_sha,
      (coalesce(r.steady -> 'summary', r.summary) -> 'latencyMs' ->> 'p99')::double precision as p99_ms,
      (coalesce(r.steady -> 'summary', r.summary) ->> 'throughput')::double precision as throughput
    from public.run r where r.experiment_id = which and r.published_at is not null and r.status <> 'receiving'
    order by r.ran_at desc, r.published_at desc, r.number desc limit 1
  ) latest on true
  left join lateral (
    select r.id, r.held_throughput
    from public.run r
    where r.experiment_id = which and r.published_at is not null and r.status <> 'receiving'
      and r.held_throughput is not null
      and r.target_set_id = (select x.target_set_id from public.experiment x where x.id = which)
    order by r.held_throughput desc, r.ran_at desc, r.published_at desc limit 1
  ) held on true
  where e.id = which;
  return null;
end
$$;

drop trigger target_set_refreshes_experiment on target_set;
create trigger targets_refresh_experiment
  after update of target_set_id on experiment
  for each row when (old.target_set_id is distinct from new.target_set_id)
  execute function refresh_experiment();
