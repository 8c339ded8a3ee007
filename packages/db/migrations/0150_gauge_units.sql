-- The unit of a gauge follows what is sent, or what somebody sets for its source.
grant update (unit) on traffic_series to headroom_app;
