-- What the catalog shows, filters and sorts by stands beside the experiment: ten thousand of them are read without
-- looking at their runs. It follows the runs by itself, so that no verb can forget it.
alter table experiment
  add column version integer not null default 1,
  add column updated_at timestamptz(3),
  add column updated_by uuid references person (id) on delete set null,
  add column deleted_at timestamptz(3),
  add column runs_total integer not null default 0,
  add column latest_run_id uuid,
  add column latest_at timestamptz(3),
  add column latest_verdict text check (latest_verdict in ('met', 'missed', 'unsure')),
  add column latest_p99_ms double precision,
  add column latest_throughput double precision,
  add column latest_environment text,
  add column latest_commit text,
  -- The most that a run held under the present targets.
  add column tested_capacity double precision,
  add column tested_capacity_run_id uuid;

-- What the run held under the targets that it was judged by, or what keeps that from being told.
alter table run
  add column capacity jsonb,
  add column held_throughput double precision;

create index experiment_latest on experiment (workspace_id, latest_at desc nulls last, id) where deleted_at is null;
create index run_held on run (experiment_id, target_set_id, held_throughput desc)
  where published_at is not null and held_throughput is not null;

create function refresh_experiment()
returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  which constant uuid := new.experiment_id;
begin
  -- Locked before the runs are looked at: of two runs that are published at once, the later one sees both.
  perform from public.experiment where id = which for no key update;
  update public.experiment e set
    runs_total = (select count(*) from public.run r where r.experiment_id = which and r.published_at is not null),
    latest_run_id = latest.id,
    latest_at = latest.published_at,
    latest_verdict = latest.verdict,
    latest_p99_ms = latest.p99_ms,
    latest_throughput = latest.throughput,
    latest_environment = latest.environment,
    latest_commit = latest.commit_sha,
    tested_capacity = held.held_throughput,
    tested_capacity_run_id = held.id
  from (select) one
  left join lateral (
    select r.id, r.published_at, r.verdict, r.environment, r.commit_sha,
      (coalesce(r.steady -> 'summary', r.summary) -> 'latencyMs' ->> 'p99')::double precision as p99_ms,
      (coalesce(r.steady -> 'summary', r.summary) ->> 'throughput')::double precision as throughput
    from public.run r where r.experiment_id = which and r.published_at is not null
    order by r.published_at desc, r.number desc limit 1
  ) latest on true
  left join lateral (
    select r.id, r.held_throughput
    from public.run r
    where r.experiment_id = which and r.published_at is not null and r.held_throughput is not null
      and r.target_set_id = (
        select t.id from public.target_set t where t.experiment_id = which order by t.version desc limit 1
      )
    order by r.held_throughput desc, r.published_at desc limit 1
  ) held on true
  where e.id = which;
  return null;
end
$$;
revoke all on function refresh_experiment() from public;

create trigger run_refreshes_experiment
  after update of published_at, verdict, summary, steady, environment, commit_sha, target_set_id, held_throughput
  on run for each row when (new.published_at is not null or old.published_at is not null)
  execute function refresh_experiment();
create trigger published_run_refreshes_experiment
  after insert on run for each row when (new.published_at is not null)
  execute function refresh_experiment();
create trigger target_set_refreshes_experiment
  after insert on target_set for each row
  execute function refresh_experiment();

-- The wall stands in the way of the owner of the tables too.
alter table run no force row level security;
alter table experiment no force row level security;
update experiment e set
  runs_total = runs.count, latest_run_id = latest.id, latest_at = latest.published_at,
  latest_verdict = latest.verdict, latest_environment = latest.environment, latest_commit = latest.commit_sha,
  latest_p99_ms = (coalesce(latest.steady -> 'summary', latest.summary) -> 'latencyMs' ->> 'p99')::double precision,
  latest_throughput = (coalesce(latest.steady -> 'summary', latest.summary) ->> 'throughput')::double precision
from (
  select distinct on (experiment_id) *
  from run where published_at is not null order by experiment_id, published_at desc, number desc
) latest
join (
  select experiment_id, count(*) from run where published_at is not null group by experiment_id
) runs on runs.experiment_id = latest.experiment_id
where e.id = latest.experiment_id;
alter table run force row level security;
alter table experiment force row level security;
