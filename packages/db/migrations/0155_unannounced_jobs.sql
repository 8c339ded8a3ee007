-- Jobs are written without a NOTIFY. In a transaction that writes data, it makes every such transaction of the database wait for
-- one lock when it commits. The process that added a job wakes the workers afterwards; if it is killed before that, they find the
-- job when they look by themselves, which they do every two seconds.

-- As add_job of graphile-worker 0.18 does it, with its own tables; a test compares the two.
create function write_job(
  name text, payload jsonb, line text, due timestamptz, job_key text, attempts_most integer, rank integer, marks text[]
)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into graphile_worker._private_tasks (identifier)
  select name where not exists (select from graphile_worker._private_tasks t where t.identifier = name)
  on conflict do nothing;
  insert into graphile_worker._private_job_queues (queue_name)
  select line where line is not null
    and not exists (select from graphile_worker._private_job_queues q where q.queue_name = line)
  on conflict do nothing;
  -- One that is running saw things as they were before: another one follows it.
  update graphile_worker._private_jobs j set key = null, attempts = j.max_attempts, updated_at = now()
  where j.key = job_key and j.is_available is not true;
  insert into graphile_worker._private_jobs as j
    (job_queue_id, task_id, payload, run_at, max_attempts, key, priority, flags)
  select q.id, t.id, payload::json, due, attempts_most, job_key, rank,
    (select jsonb_object_agg(mark, true) from unnest(marks) mark)
  from graphile_worker._private_tasks t
  left join graphile_worker._private_job_queues q on q.queue_name = line
  where t.identifier = name
  on conflict (key) do update set
    job_queue_id = excluded.job_queue_id, task_id = excluded.task_id, payload = excluded.payload,
    run_at = excluded.run_at, max_attempts = excluded.max_attempts, priority = excluded.priority, flags = excluded.flags,
    revision = j.revision + 1, attempts = 0, last_error = null, updated_at = now()
  where j.locked_at is null;
end
$$;
revoke execute on function write_job(text, jsonb, text, timestamptz, text, integer, integer, text[]) from public;

create or replace function queue_job(name text, payload jsonb, key text, attempts_most integer)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  select queue_job_later(name, payload, key, attempts_most, 0, null)
$$;

create or replace function queue_job_later(
  name text, payload jsonb, key text, attempts_most integer, delay_seconds integer, line text, when_idle boolean default false
)
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
  perform write_job(
    name, payload || jsonb_build_object('workspaceId', workspace), workspace || '/' || line,
    now() + make_interval(secs => delay_seconds), workspace || '/' || key, attempts_most,
    case when when_idle then 10 else 0 end, case when line is null then null else array[workspace::text] end
  );
end
$$;

create or replace function queue_mail(payload jsonb, attempts_most integer)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  select write_job('send-mail', payload, null, now(), null, attempts_most, 0, null)
$$;

create or replace function remove_raw_file()
returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform write_job(
    'remove-raw-file', jsonb_build_object('workspaceId', old.workspace_id, 'key', old.raw_file_key), null, now(), null, 25, 0, null
  );
  return null;
end
$$;
