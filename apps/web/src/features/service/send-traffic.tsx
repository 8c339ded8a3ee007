import { Command, Sheet, SheetSection, SheetTitle, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";

interface SendTrafficProps {
  slug: string;
  ingestUrl: string;
  className?: string;
}

/** What to send so that live traffic appears. */
export function SendTraffic({ slug, ingestUrl, className }: SendTrafficProps) {
  return (
    <Sheet label="Send live traffic" {...(className === undefined ? {} : { className })}>
      <SheetSection>
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <SheetTitle>No live traffic yet</SheetTitle>
          <span className="text-13 text-ink-2">
            Send the service&apos;s metrics to see them here next to what the tests showed. This command sends
            one request.
          </span>
        </div>
        <div className="mt-3 flex flex-col gap-3">
          <Command text={sendLine(ingestUrl, slug)} label="Command that sends one request" />
          <p className="text-13 text-ink-2">
            Headroom also reads what k6, JMeter, OpenTelemetry and Prometheus (remote write to{" "}
            <code className="font-mono text-12 wrap-anywhere">{ingestUrl}/api/v1/write</code>) send. The token
            needs the scope ingest.{" "}
            <AppLink href="/settings/tokens" className={textLinkClass}>
              Create a token
            </AppLink>
          </p>
        </div>
      </SheetSection>
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
