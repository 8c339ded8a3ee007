import type { RunSlowest } from "@headroom/contract";
import { formatClock, formatMillis } from "@headroom/ui";

export interface SlowRow {
  key: string;
  /** Since the run's start: "1:20". */
  at: string;
  /** The same as a moment, to find it in logs. */
  instant: string;
  label: string | null;
  millis: string;
  /** 0 to 1, for the bar. */
  part: number;
  /** "503", "failed" or "ok". */
  answered: string;
  failed: boolean;
  /** The URL is null where the workspace has no address for traces. */
  trace: { id: string; url: string | null } | null;
}

export interface SlowestModel {
  rows: readonly SlowRow[];
  /** Why the list is empty; null if it isn't. */
  empty: { title: string; step: string } | null;
}

/** The slowest requests, for the page: `origin` is when the seconds of the run begin. */
export function prepareSlowest({ requests, kept }: RunSlowest, origin: string): SlowestModel {
  const most = requests[0]?.latencyMs ?? 0;
  return {
    rows: requests.map(({ at, label, latencyMs, failed, code, traceId, traceUrl }, index) => ({
      key: `${index} ${at}`,
      at: formatClock(Math.max(0, (Date.parse(at) - Date.parse(origin)) / 1_000)),
      instant: at,
      label,
      millis: formatMillis(latencyMs),
      part: most === 0 ? 0 : latencyMs / most,
      answered: code === null ? (failed ? "failed" : "ok") : String(code),
      failed,
      trace: traceId === null ? null : { id: traceId, url: traceUrl },
    })),
    empty: requests.length > 0 ? null : emptyOf(kept),
  };
}

function emptyOf(kept: number): NonNullable<SlowestModel["empty"]> {
  return kept === 0
    ? {
        title: "No single requests recorded.",
        step: "To see the slowest requests, upload the tool's raw results, or parse the run's files again.",
      }
    : {
        title: "None of the slowest requests are here.",
        step: `The run's ${kept} slowest requests completed outside of this window, or have another label. Show the whole run to see them.`,
      };
}
