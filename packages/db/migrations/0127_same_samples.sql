-- The same samples count once. A part has the digest of its timed samples, or of what its summary says. Of parts of a run with
-- the same samples one is published, and the others are copies. A run with the samples of another run says of which.
alter table part
  add column samples_digest text,
  drop constraint part_state_check,
  add constraint part_state_check
    check (state in ('writing', 'receiving', 'published', 'copy', 'replaced', 'failed'));
create index part_samples on part (workspace_id, samples_digest) where state = 'published' and samples_digest is not null;
drop index part_one_published;
create unique index part_one_published on part (run_id, kind, generator) where state in ('published', 'copy');

-- A copy is kept: it counts once the file that it is a copy of is replaced.
drop policy sweep_lock on part;
drop policy sweep on part;
create policy sweep_lock on part for update to headroom_jobs using (state not in ('published', 'copy'));
create policy sweep on part for delete to headroom_jobs using (state not in ('published', 'copy'));

alter table run
  add column copy_of uuid,
  add foreign key (workspace_id, copy_of) references run (workspace_id, id) on delete set null (copy_of);
alter table run
  add column is_evidence boolean not null generated always as (set_aside_at is null and copy_of is null) stored;
create index run_copies on run (copy_of) where copy_of is not null;

-- As before, without copies.
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
      (coalesce(r.steady -> 'summary', r.summary) -> 'latencyMs' ->> 'p99')::double precision as p99_ms,
      (coalesce(r.steady -> 'summary', r.summary) ->> 'throughput')::double precision as throughput
    from public.run r where r.experiment_id = which and r.published_at is not null and r.status <> 'receiving'
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

drop trigger run_refreshes_experiment on run;
create trigger run_refreshes_experiment
  after update of status, started_at, published_at, verdict, outcome, summary, steady, environment, commit_sha, branch,
    target_set_id, held_throughput, set_aside_at, copy_of
  on run for each row when (new.published_at is not null or old.published_at is not null)
  execute function refresh_experiment();
