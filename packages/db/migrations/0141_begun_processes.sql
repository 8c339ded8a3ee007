-- Processes that were read for the first time, by the minute. As an array of { at, processes, requests }.
alter table traffic add column begun jsonb not null default '[]';
