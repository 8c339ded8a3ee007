-- A first upload makes its service and experiment before they have a run to show. They are provisional until a run of
-- theirs is published, and if none is, they go with it.
alter table service add column provisional boolean not null default false;
alter table experiment add column provisional boolean not null default false;

create policy sweep_read on service for select to headroom_jobs using (provisional);
create policy sweep_lock on service for update to headroom_jobs using (provisional);
create policy sweep on service for delete to headroom_jobs
  using (provisional and not exists (select from experiment e where e.service_id = service.id));
-- All of them, or the policy above would take a filled service for an empty one.
create policy sweep_read on experiment for select to headroom_jobs using (true);
create policy sweep_lock on experiment for update to headroom_jobs using (provisional);
create policy sweep on experiment for delete to headroom_jobs
  using (provisional and not exists (select from run r where r.experiment_id = experiment.id));
grant select, delete on service, experiment to headroom_jobs;
-- SELECT … FOR UPDATE asks for the right to update some column.
grant update (provisional) on service, experiment to headroom_jobs;

-- A person has one live link: making a new one ends those before it.
create or replace function create_sign_in_link(
  link_id uuid, owner_id uuid, hash bytea, made_at timestamptz, ends_at timestamptz
)
returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update public.sign_in_link set expires_at = made_at
  where person_id = owner_id and used_at is null and expires_at > made_at;
  insert into public.sign_in_link (id, person_id, token_hash, created_at, expires_at)
  values (link_id, owner_id, hash, made_at, ends_at)
$$;
