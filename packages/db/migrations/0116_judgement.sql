-- What was concluded about a run: by the workspace's policy against its experiment's reference, and by what gates asked for.
create table judgement (
  id uuid primary key,
  workspace_id uuid not null,
  run_id uuid not null,
  -- Which reference and which policy were asked for, and their digest.
  question jsonb not null,
  question_digest bytea not null check (octet_length(question_digest) = 32),
  -- What pages and lists show of the run.
  is_own boolean not null,
  -- What it was compared with; null: nothing. It may have been deleted since.
  reference_run_id uuid,
  outcome text not null check (outcome in ('misses', 'regressed', 'unsure', 'holds', 'no-change', 'not-judged')),
  reason text check (reason in ('receiving', 'interrupted', 'simulated', 'nothing-to-judge-by')),
  -- In order of weight, in fields: sentences are made from them.
  findings jsonb not null,
  -- Digests of everything it was decided from, by name: what differs later is why the answer changed.
  inputs jsonb not null,
  decided_at timestamptz(3) not null,
  -- The first answer, which CI was told. It stays.
  first_outcome text not null
    check (first_outcome in ('misses', 'regressed', 'unsure', 'holds', 'no-change', 'not-judged')),
  first_at timestamptz(3) not null,
  -- When the outcome last became another one, and the names of the inputs that differed.
  changed_at timestamptz(3),
  changed_by text[] not null default '{}',
  check ((reason is not null) = (outcome = 'not-judged')),
  check ((changed_at is null) = (changed_by = '{}')),
  unique (run_id, question_digest),
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade
);
create unique index judgement_own on judgement (run_id) where is_own;

alter table judgement enable row level security, force row level security;
create policy tenant on judgement to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on judgement to headroom_app;

-- Lists show it. Null: it isn't decided yet.
alter table run add column outcome text
  check (outcome in ('misses', 'regressed', 'unsure', 'holds', 'no-change', 'not-judged'));
alter table experiment add column latest_outcome text
  check (latest_outcome in ('misses', 'regressed', 'unsure', 'holds', 'no-change', 'not-judged'));

-- Runs from before have the outcome that follows from what is stored of them.
alter table run no force row level security;
alter table run_notice no force row level security;
alter table experiment no force row level security;
update run r set outcome = case
  when r.verdict = 'missed' then 'misses'
  when r.status <> 'finished' or r.warnings @? '$[*] ? (@.code == "traffic-simulated" || @.code == "traffic-partly-simulated")'
    then 'not-judged'
  when n.outcome = 'regressed' or r.comparison #>> '{verdict,verdict}' = 'regressed' then 'regressed'
  when r.verdict = 'unsure' or n.outcome = 'worse' then 'unsure'
  when r.verdict = 'met' then 'holds'
  when n.outcome in ('fine', 'busier') then 'no-change'
  else 'not-judged' end
from run o left join run_notice n on n.run_id = o.id
where o.id = r.id and r.published_at is not null and r.status <> 'receiving';
update experiment e set latest_outcome = r.outcome from run r where r.id = e.latest_run_id;
alter table run force row level security;
alter table run_notice force row level security;
alter table experiment force row level security;

-- As before, with the outcome of the latest run.
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

drop trigger run_refreshes_experiment on run;
create trigger run_refreshes_experiment
  after update of status, started_at, published_at, verdict, outcome, summary, steady, environment, commit_sha, branch,
    target_set_id, held_throughput
  on run for each row when (new.published_at is not null or old.published_at is not null)
  execute function refresh_experiment();
