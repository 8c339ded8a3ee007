-- Which branches an experiment's runs must be of to count for its service: what a change under review could do proves nothing
-- about the system that is running. Empty: all of them, because no run is of the default branch. Runs without a branch count.
alter table experiment add column counting_branches text[] not null default '{}';

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

drop trigger run_refreshes_experiment on run;
create trigger run_refreshes_experiment
  after update of status, started_at, published_at, verdict, summary, steady, environment, commit_sha, branch, target_set_id,
    held_throughput
  on run for each row when (new.published_at is not null or old.published_at is not null)
  execute function refresh_experiment();

drop trigger targets_refresh_experiment on experiment;
create trigger fields_refresh_experiment
  after update of target_set_id, default_branch on experiment for each row
  execute function refresh_experiment();

-- Another default branch of the workspace: everything that has none of its own is looked at again.
create function refresh_experiments_of_workspace()
returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  update public.experiment set default_branch = null where workspace_id = new.id and default_branch is null;
  return null;
end
$$;
revoke all on function refresh_experiments_of_workspace() from public;
create trigger settings_refresh_experiments
  after update of settings on workspace for each row
  when (old.settings ->> 'defaultBranch' is distinct from new.settings ->> 'defaultBranch')
  execute function refresh_experiments_of_workspace();

-- Row-level security is forced on the owner of the tables as well. The trigger refreshes each experiment.
alter table run no force row level security;
alter table experiment no force row level security;
alter table workspace no force row level security;
update experiment set default_branch = default_branch;
alter table run force row level security;
alter table experiment force row level security;
alter table workspace force row level security;
