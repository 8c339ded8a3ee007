-- Whether the target is for a load ("at 600 users"): it is then judged by other moments than the run's own figures.
alter table run_verdict add column under_load boolean;
alter table run_verdict no force row level security;
update run_verdict set under_load = text ~* ' at \S+ users?( as measured)?\s*$';
alter table run_verdict force row level security;
alter table run_verdict alter column under_load set not null;
