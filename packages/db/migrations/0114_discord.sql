alter table channel drop constraint channel_kind_check;
alter table channel
  add constraint channel_kind_check check (kind in ('webhook', 'slack', 'teams', 'google-chat', 'discord'));
