-- Maintenance of a service lasts until a moment. SLO budgets leave it out, and say so.
alter table service_event add column until_at timestamptz(3), add check (until_at > at);
create index service_event_until on service_event (service_id, until_at) where until_at is not null;
