-- While writers of a live run are still open, its verdict is about a part of the load: it isn't the latest yet.
create or replace function refresh_experiment()
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
      and r.target_set_id = (
        select t.id from public.target_set t where t.experiment_id = which order by t.version desc limit 1
      )
    order by r.held_throughput desc, r.ran_at desc, r.published_at desc limit 1
  ) held on true
  where e.id = which;
  return null;
end
$$;

drop trigger run_refreshes_experiment on run;
create trigger run_refreshes_experiment
  after update of status, started_at, published_at, verdict, summary, steady, environment, commit_sha, target_set_id, held_throughput
  on run for each row when (new.published_at is not null or old.published_at is not null)
  execute function refresh_experiment();

-- Row-level security is forced on the owner of the tables as well. The trigger refreshes the experiments of these runs.
alter table run no force row level security;
alter table experiment no force row level security;
update run set status = status where status = 'receiving' and published_at is not null;
alter table run force row level security;
alter table experiment force row level security;
