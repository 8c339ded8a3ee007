import "server-only";
import { systemContext } from "@headroom/services";
import type { FeedTiming } from "../../server/feed/feed-topic.ts";
import { services } from "../../server/services.ts";
import { readSeconds, spanOf } from "./search-params.ts";
import type { Preset } from "./search-params.ts";
import { watchTraffic } from "./watched-traffic.ts";
import type { WatchedTraffic } from "./watched-traffic.ts";

interface Followed {
  service: string;
  /** The ID of the service. */
  subject: string;
  range: Preset;
  label: string | null;
}

interface Following {
  key: string;
  read: () => Promise<WatchedTraffic>;
  timing: FeedTiming;
}

const LONGEST_MILLIS = 5_000;
/** With a thousand labels a read takes long, and the database has others to serve. */
const REST_PER_READ = 4;
/** After so much more, people have to know that nothing new can be read. */
const LATE_MILLIS = 7_000;

/** How the traffic of a service is read for everybody who follows the same range and label. */
export function followTraffic(workspaceId: string, { service, subject, range, label }: Followed): Following {
  const ctx = systemContext(services(), workspaceId);
  const leastMillis = readSeconds(range) * 1_000;
  const mostMillis = Math.max(leastMillis, LONGEST_MILLIS);
  return {
    key: JSON.stringify(["traffic", workspaceId, subject, range.value, label]),
    read: () => watchTraffic(ctx, { service, ...spanOf({ range, label }, ctx.clock()), label }),
    timing: { leastMillis, mostMillis, oldMillis: mostMillis + LATE_MILLIS, restPerRead: REST_PER_READ },
  };
}
