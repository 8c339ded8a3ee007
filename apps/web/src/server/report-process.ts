import "server-only";
import { checkConnections, mostConnections, OwnClock, startReporting } from "@headroom/services";
import { env } from "./env.ts";
import { services } from "./services.ts";

/** Shows this process on the health page. It can't report that it shuts down: the server ends without waiting. */
export function reportProcess(): void {
  const {
    DATABASE_URL: url,
    HEADROOM_DATABASE_DIRECT_URL: directUrl,
    HEADROOM_WEB_DB_CONNECTIONS: pool,
  } = env();
  // One more listens for what changes.
  const connections = mostConnections({ url, directUrl, pool }, 1);
  void checkConnections(services(), connections).then(
    (tooMany) => tooMany !== null && process.stderr.write(`${tooMany}\n`),
  );
  startReporting(services(), {
    kind: "web",
    startedAt: new Date(performance.timeOrigin),
    restartedAfter: env().HEADROOM_RESTARTED_AFTER,
    ownClock: new OwnClock(services()),
    facts: () => ({ connections }),
  });
}
