-- What once let somebody in and does not any more goes by itself. Whoever removes it sees that alone: a session thirty days after its end, a
-- link seven days after it, a mailed secret a day after it.
create index session_end on session (least(expires_at, revoked_at));
create index sign_in_link_end on sign_in_link (expires_at);

create policy past on session for select to headroom_jobs
  using (least(expires_at, revoked_at) < now() - interval '30 days');
create policy past_removal on session for delete to headroom_jobs
  using (least(expires_at, revoked_at) < now() - interval '30 days');
create policy past on sign_in_link for select to headroom_jobs using (expires_at < now() - interval '7 days');
create policy past_removal on sign_in_link for delete to headroom_jobs using (expires_at < now() - interval '7 days');
create policy past on verification for select to headroom_jobs using (expires_at < now() - interval '1 day');
create policy past_removal on verification for delete to headroom_jobs using (expires_at < now() - interval '1 day');

grant select (id, expires_at, revoked_at), delete on session to headroom_jobs;
grant select (id, expires_at), delete on sign_in_link, verification to headroom_jobs;
