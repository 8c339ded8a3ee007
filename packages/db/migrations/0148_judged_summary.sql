-- What a run was judged by: the figures of its steady phase, or else of all of it. Where latencies are only known of the whole run,
-- as are its errors, throughput is that of the steady phase all the same.
create function judged_summary(steady jsonb, summary jsonb, phase jsonb)
returns jsonb
language sql immutable parallel safe
as $$
  select coalesce(steady -> 'summary', summary || coalesce(nullif(phase -> 'counted', 'null'), '{}'))
$$;

-- As before, with that throughput.
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
    where r.experiment_id = which and r.published_at is not null and r.is_evidence
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
      (judged.summary -> 'latencyMs' ->> 'p99')::double precision as p99_ms,
      (judged.summary ->> 'throughput')::double precision as throughput
    from public.run r
    cross join lateral (select public.judged_summary(r.steady, r.summary, r.phase) as summary) judged
    where r.experiment_id = which and r.published_at is not null and r.status <> 'receiving'
      and r.is_evidence
      and (names = '{}' or r.branch is null or r.branch = any(names))
    order by r.ran_at desc, r.published_at desc, r.number desc limit 1
  ) latest on true
  left join lateral (
    select r.id, r.held_throughput
    from public.run r
    where r.experiment_id = which and r.published_at is not null and r.status <> 'receiving'
      and r.is_evidence
      and r.held_throughput is not null
      and (names = '{}' or r.branch is null or r.branch = any(names))
      and r.target_set_id = (select x.target_set_id from public.experiment x where x.id = which)
    order by r.held_throughput desc, r.ran_at desc, r.published_at desc limit 1
  ) held on true
  where e.id = which;
  return null;
end
$$;
