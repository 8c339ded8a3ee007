-- Uploaded files that are kept: what removes them, and what parses them again.

-- Whatever deletes a part deletes its kept file: the same transaction adds the job that does it.
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

alter table reparse enable row level security, force row level security;
create policy tenant on reparse to headroom_app
  using (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid)
  with check (workspace_id = nullif(current_setting('app.workspace', true), '')::uuid);
grant select, insert, update on reparse to headroom_app;
