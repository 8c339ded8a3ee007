-- What members decide about a run: that it counts for nothing, or that later runs are compared with it although it got worse.
alter table run
  add column set_aside_at timestamptz(3),
  -- Null: a token, or a person who is gone.
  add column set_aside_by uuid references person (id) on delete set null,
  add column set_aside_reason text check (set_aside_reason <> ''),
  add column accepted_at timestamptz(3),
  add column accepted_by uuid references person (id) on delete set null,
  add column accepted_reason text check (accepted_reason <> ''),
  add check ((set_aside_at is null) = (set_aside_reason is null)),
  add check (set_aside_at is not null or set_aside_by is null),
  add check ((accepted_at is null) = (accepted_reason is null)),
  add check (accepted_at is not null or accepted_by is null);
create index run_accepted on run (experiment_id, published_at desc) where accepted_at is not null;

-- As before, without runs that are set aside.
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
    where r.experiment_id = which and r.published_at is not null and r.set_aside_at is null
      and (r.branch is null or r.branch = any(names))
  ) then names := '{}'; end if;
  update public.experiment e set
    counting_branches = names,
    runs_total = (select count(*) from public.run r where r.experiment_id = which and r.published_at is not null),
    latest_run_id = latest.id,
    latest_at = latest.ran_at,
    latest_verdict = latest.verdict,
    latest_outcome = latest.outcome,
    latest_p99_ms = latest.p99_ms,
    latest_throughput = latest.throughput,
    latest_environment = latest.environment,
    latest_commit = latest.commit_sha,
    tested_capacity = held.held_throughput,
    tested_capacity_run_id = held.id
  from (select) one
  left join lateral (
    select r.id, r.ran_at, r.verdict, r.outcome, r.environment, r.commit_sha,
      (coalesce(r.steady -> 'summary', r.summary) -> 'latencyMs' ->> 'p99')::double precision as p99_ms,
      (coalesce(r.steady -> 'summary', r.summary) ->> 'throughput')::double precision as throughput
    from public.run r where r.experiment_id = which and r.published_at is not null and r.status <> 'receiving'
      and r.set_aside_at is null
      and (names = '{}' or r.branch is null or r.branch = any(names))
    order by r.ran_at desc, r.published_at desc, r.number desc limit 1
  ) latest on true
  left join lateral (
    select r.id, r.held_throughput
    from public.run r
    where r.experiment_id = which and r.published_at is not null and r.status <> 'receiving'
      and r.set_aside_at is null
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
  after update of status, started_at, published_at, verdict, outcome, summary, steady, environment, commit_sha, branch,
    target_set_id, held_throughput, set_aside_at
  on run for each row when (new.published_at is not null or old.published_at is not null)
  execute function refresh_experiment();
