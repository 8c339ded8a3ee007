-- Jobs lie in the schema graphile_worker, which the migration step makes and which no role of the product may look into.
-- They are added here alone: for the workspace of the transaction, and with it, so that neither is there without the other.
create function queue_job(name text, payload jsonb, key text, attempts_most integer)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  workspace constant uuid := nullif(current_setting('app.workspace', true), '')::uuid;
begin
  if workspace is null then
    raise exception 'a job is added for a workspace' using errcode = 'insufficient_privilege';
  end if;
  -- One workspace's key is never another's.
  perform graphile_worker.add_job(
    identifier => name,
    payload => (payload || jsonb_build_object('workspaceId', workspace))::json,
    job_key => workspace || '/' || key,
    max_attempts => attempts_most
  );
end
$$;

-- How many jobs wait or run, and how many were given up. Whose they are is not told.
create function job_counts()
returns table (waiting bigint, failed bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query
    select count(*) filter (where j.attempts < j.max_attempts or j.locked_at is not null),
      count(*) filter (where j.attempts >= j.max_attempts and j.locked_at is null)
    from graphile_worker.jobs j;
end
$$;

revoke execute on function queue_job(text, jsonb, text, integer), job_counts() from public;
grant execute on function queue_job(text, jsonb, text, integer) to headroom_app;
grant execute on function job_counts() to headroom_jobs;

alter table part
  -- Where the uploaded bytes are kept; set before the first of them is stored, so that none lies there unknown.
  add column raw_file_key text unique,
  -- As stored. Null: not whole, or not kept.
  add column raw_file_bytes bigint,
  add column raw_file_encoding text,
  -- What the uploader said, to read the file again in the same way.
  add column upload jsonb,
  -- The revision whose kept file was parsed again. Null: what a generator sent.
  add column reparse_of integer;

-- Whatever deletes a part deletes its file: in the same transaction, a job.
create function remove_raw_file()
returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform graphile_worker.add_job(
    identifier => 'remove-raw-file',
    payload => json_build_object('workspaceId', old.workspace_id, 'key', old.raw_file_key)
  );
  return null;
end
$$;
revoke execute on function remove_raw_file() from public;

create trigger part_raw_file after delete on part
  for each row when (old.raw_file_key is not null) execute function remove_raw_file();

-- A run whose kept files are to be parsed again, and what came of it.
create table reparse (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  run_id uuid not null,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed')),
  problem jsonb,
  requested_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  foreign key (workspace_id, run_id) references run (workspace_id, id) on delete cascade
);
create unique index reparse_one_queued on reparse (run_id) where state = 'queued';
create index reparse_run on reparse (run_id, requested_at desc);

alter table reparse enable row level security;
alter table reparse force row level security;
create policy tenant on reparse to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on reparse to headroom_app;
