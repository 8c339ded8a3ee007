-- Jobs of a line are marked with their workspace: while it has as many running as it may, others' are taken.
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
  perform graphile_worker.add_job(
    identifier => name,
    payload => (payload || jsonb_build_object('workspaceId', workspace))::json,
    queue_name => workspace || '/' || line,
    run_at => now() + make_interval(secs => delay_seconds),
    job_key => workspace || '/' || key,
    max_attempts => attempts_most,
    priority => case when when_idle then 10 else 0 end,
    flags => case when line is null then null else array[workspace::text] end
  );
end
$$;
