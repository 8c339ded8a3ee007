import "server-only";
import { startReporting } from "@headroom/services";
import { env } from "./env.ts";
import { services } from "./services.ts";

/** Shows this process on the health page. It can't report that it shuts down: the server ends without waiting. */
export function reportProcess(): void {
  startReporting(services(), {
    kind: "web",
    startedAt: new Date(performance.timeOrigin),
    restartedAfter: env().HEADROOM_RESTARTED_AFTER,
  });
}
