import { Command, EmptyState, Sheet, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";

/** What to send so that live traffic appears. */
export function SendTraffic({ slug, ingestUrl }: { slug: string; ingestUrl: string }) {
  return (
    <Sheet label="Send live traffic">
      <EmptyState
        title="No live traffic yet."
        step="Headroom reads the metrics of k6, JMeter, Prometheus, OpenTelemetry and others at the paths that their clients use. This command sends one request; run it a few times."
      >
        <div className="flex flex-col gap-3">
          <Command text={sendLine(ingestUrl, slug)} label="Command that sends one request" />
          <p className="text-13 text-ink-2">A Prometheus server sends what it scrapes:</p>
          <Command text={prometheusLines(ingestUrl)} label="Prometheus configuration" />
          <p className="text-13 text-ink-2">
            The token needs the scope ingest.{" "}
            <AppLink href="/settings/tokens" className={textLinkClass}>
              Create a token
            </AppLink>
          </p>
        </div>
      </EmptyState>
    </Sheet>
  );
}

/** One request of a second ago in InfluxDB's line protocol, as k6 sends it. */
function sendLine(ingestUrl: string, slug: string): string {
  return [
    `curl -sS '${ingestUrl}/write?db=${encodeURIComponent(slug)}' \\`,
    `  -H "Authorization: Bearer $HEADROOM_TOKEN" \\`,
    `  --data-binary 'http_req_duration,method=GET,name=/checkout,expected_response=true value=42.5'`,
  ].join("\n");
}

/** A Prometheus server sends on what it scrapes. */
function prometheusLines(ingestUrl: string): string {
  return [
    "remote_write:",
    `  - url: ${ingestUrl}/api/v1/write`,
    "    authorization:",
    "      credentials: $HEADROOM_TOKEN",
  ].join("\n");
}
