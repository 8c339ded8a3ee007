-- A workspace may have its runs deleted some days after they came in. Who does that sees the workspaces that want it,
-- and nothing of the others.
create policy retention on workspace for select to headroom_jobs using (settings ? 'keepRunsDays');
grant select (id, settings) on workspace to headroom_jobs;
