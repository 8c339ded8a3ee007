-- When a rule's requests were last added to those of the rule that counts: an application sends them under several names.
alter table traffic_rule add column added_at timestamptz(3);
