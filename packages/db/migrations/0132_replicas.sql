-- The replicas of collectors that send a service's traffic: of those that read the same series, one is counted. As an array of
-- { name, seenAt, countedAt }.
alter table traffic add column replicas jsonb not null default '[]';
-- Each replica's series was a source of its own before. Once it is known without the replica, its row goes.
grant delete on traffic_source to headroom_app;
