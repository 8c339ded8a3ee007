-- A workspace that its owner has deleted is closed at once; a job then removes what it has, cells first.
alter table workspace add column deleted_at timestamptz(3);

create policy deletion on workspace for select to headroom_jobs using (deleted_at is not null);
create policy deletion_removal on workspace for delete to headroom_jobs using (deleted_at is not null);
grant select (deleted_at), delete on workspace to headroom_jobs;
-- What of it could not be counted, too.
grant delete on live_log_failed to headroom_jobs;

-- Everything that waits for the workspace is over, but for the removal of its files.
create function end_jobs_of(which uuid)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform graphile_worker.complete_jobs(array(
    select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.payload ->> 'workspaceId' = which::text and t.identifier not in ('remove-raw-file', 'delete-workspace')
  ));
end
$$;
revoke execute on function end_jobs_of(uuid) from public;
grant execute on function end_jobs_of(uuid) to headroom_jobs;
