-- What an experiment is said to do is what its default branch does: the latest run is the latest that counts.
create or replace function refresh_experiment()
returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
declare
  which uuid;
  names text[];
begin
  if tg_table_name = 'experiment' then which := new.id; else which := new.experiment_id; end if;
  -- Locked before the runs are looked at: of two runs that are published at once, the later one sees both.
  perform from public.experiment where id = which for no key update;
  select case when named.one is null then array['main', 'origin/main', 'master', 'origin/master']
    else array[named.one, 'origin/' || named.one] end
  into names
  from public.experiment x
  join public.workspace w on w.id = x.workspace_id
  cross join lateral (select coalesce(x.default_branch, w.settings ->> 'defaultBranch') as one) named
  where x.id = which;
  if not exists (
    select from public.run r
    where r.experiment_id = which and r.published_at is not null and (r.branch is null or r.branch = any(names))
  ) then names := '{}'; end if;
  update public.experiment e set
    counting_branches = names,
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
      and (names = '{}' or r.branch is null or r.branch = any(names))
    order by r.ran_at desc, r.published_at desc, r.number desc limit 1
  ) latest on true
  left join lateral (
    select r.id, r.held_throughput
    from public.run r
    where r.experiment_id = which and r.published_at is not null and r.status <> 'receiving'
      and r.held_throughput is not null
      and (names = '{}' or r.branch is null or r.branch = any(names))
      and r.target_set_id = (select x.target_set_id from public.experiment x where x.id = which)
    order by r.held_throughput desc, r.ran_at desc, r.published_at desc limit 1
  ) held on true
  where e.id = which;
  return null;
end
$$;

-- Row-level security is forced on the owner of the tables as well. The trigger refreshes each experiment.
alter table run no force row level security;
alter table experiment no force row level security;
alter table workspace no force row level security;
update experiment set default_branch = default_branch;
alter table run force row level security;
alter table experiment force row level security;
alter table workspace force row level security;
