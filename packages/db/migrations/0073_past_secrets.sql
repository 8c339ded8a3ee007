-- Secrets of tokens that were replaced are removed 30 days after they stopped working. Who still sends one then gets the answer
-- for an unknown token.
create index replaced_secret_end on replaced_secret (valid_until);

create policy past on replaced_secret for select to headroom_jobs using (valid_until < now() - interval '30 days');
create policy past_removal on replaced_secret for delete to headroom_jobs
  using (valid_until < now() - interval '30 days');
grant select (secret_hash, token_id, valid_until, last_used_at), delete on replaced_secret to headroom_jobs;

-- When the token was last used stays known after the secret that it was used with is gone.
create policy rotated on token for select to headroom_jobs using (rotated_at is not null);
create policy past_use on token for update to headroom_jobs using (rotated_at is not null) with check (true);
grant select (rotated_at, last_used_at), update (last_used_at) on token to headroom_jobs;
