import type { UnmappedSender } from "@headroom/contract";
import { plural } from "@headroom/core/format";
import { BlockHead, Sheet, SheetSection, SheetTitle, Table } from "@headroom/ui";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { MapSender } from "./map-sender.tsx";
import { withoutHistogramParts } from "./prepare-mapping.ts";

interface UnmappedSendersProps {
  senders: readonly UnmappedSender[];
  timeZone: string;
  mayEdit: boolean;
}

/** Metrics that named a service which doesn't exist. Without this list, nobody would find out why nothing shows up. */
export function UnmappedSenders({ senders, timeZone, mayEdit }: UnmappedSendersProps) {
  return (
    <Sheet labelledBy="heard">
      <SheetSection>
        <SheetTitle id="heard">Heard, not counted</SheetTitle>
        <p className="mt-1 max-w-[64ch] text-13 text-ink-2">
          These senders have no service, because Headroom doesn&apos;t know any of their metrics. Map one to
          say what its requests are. A sender that isn&apos;t heard for 7 days leaves the list.
        </p>
      </SheetSection>
      <Table label="Heard, not counted" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Sender</th>
            <th scope="col">Metrics</th>
            <th scope="col">Last heard</th>
            {mayEdit ? (
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {senders.map((sender) => (
            <tr key={sender.sender}>
              <th scope="row" dir="auto" className="font-semibold wrap-anywhere">
                {sender.name}
              </th>
              <td className="text-12 wrap-anywhere max-wide:col-span-2">
                <BlockHead>Metrics</BlockHead>
                {metricsText(sender)}
              </td>
              <td className="whitespace-nowrap">
                <BlockHead>Last heard</BlockHead>
                <ViewerTime from={sender.lastSeenAt} timeZone={timeZone} />
              </td>
              {mayEdit ? (
                <td className="right">
                  <MapSender sender={sender.sender} name={sender.name} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </Table>
    </Sheet>
  );
}

const FIRST_METRICS = 3;

function metricsText({ metrics, lastSeenAt }: UnmappedSender): string {
  const names = withoutHistogramParts(metrics.map((metric) => ({ ...metric, lastSeenAt }))).map(
    ({ name, field }) => (field === null ? name : `${name} ${field}`),
  );
  const more = names.length - FIRST_METRICS;
  return `${names.slice(0, FIRST_METRICS).join(", ")}${more > 0 ? `, and ${plural(more, "other")}` : ""}`;
}
