-- A request that may end the run is in the log, or about to be: whether what comes now is before it isn't known yet.
alter table live_outcome add column pending boolean not null default false;
