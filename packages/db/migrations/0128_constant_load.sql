-- Whether the load of its runs stays the same, as somebody said. Null: nobody did.
alter table experiment add column constant_load boolean;
