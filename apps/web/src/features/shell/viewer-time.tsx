"use client";

import { useSyncExternalStore } from "react";
import { formatInstant, formatSpan } from "@headroom/ui";

interface ViewerTimeProps {
  from: string;
  to?: string;
  /** Of a run: also on hover. */
  uploadedAt?: string;
  /** The time zone that the server remembers from the last visit. The browser's own wins. */
  timeZone: string;
}

const never = () => () => undefined;
const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The browser's time zone; on the server, the one that it remembers. */
export function useViewerZone(timeZone: string): string {
  return useSyncExternalStore(never, browserZone, () => timeZone);
}

/** A moment or a span of time in the viewer's time zone, with UTC on hover. */
export function ViewerTime({ from, to, uploadedAt, timeZone }: ViewerTimeProps) {
  const zone = useViewerZone(timeZone);
  const words = (inZone: string) =>
    to === undefined
      ? formatInstant(new Date(from), inZone)
      : formatSpan(new Date(from), new Date(to), inZone);
  return (
    <time
      dateTime={from}
      title={
        uploadedAt === undefined
          ? `${words("UTC")} UTC`
          : `${words("UTC")} UTC, uploaded ${formatInstant(new Date(uploadedAt), "UTC")} UTC`
      }
      className="whitespace-nowrap"
    >
      {words(zone)}
    </time>
  );
}
