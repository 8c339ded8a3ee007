-- What OpenSLO files call an SLO (metadata.name): its identity, whatever its name is. Null: its ID, because no file made it.
alter table slo add column openslo_name text, add unique (service_id, openslo_name);
