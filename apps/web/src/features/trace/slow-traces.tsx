"use client";

import { useQuery } from "@tanstack/react-query";
import type { ServiceTraces } from "@headroom/contract";
import { MINUTE_MILLIS } from "@headroom/core";
import { formatMillis, textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";

type SlowTrace = ServiceTraces["traces"][number];

export interface SlowTraces {
  /** By label. */
  of: ReadonlyMap<string, SlowTrace>;
  failed: boolean;
}

interface Stretch {
  service: string;
  /** Null: the last five minutes. */
  from: string | null;
  to: string | null;
}

/** The trace of each label's slowest request. A page is whole without them, so they come later and only to members. */
export function useSlowTraces({ service, from, to }: Stretch): SlowTraces {
  const trpc = useTRPC();
  const { data, isError } = useQuery(
    trpc.service.traces.queryOptions(
      { service, from: minuteOf(from, Math.floor), to: minuteOf(to, Math.ceil) },
      { refetchInterval: MINUTE_MILLIS, placeholderData: (before) => before },
    ),
  );
  return { of: new Map(data?.traces.map((trace) => [trace.label, trace])), failed: isError };
}

/** A live page moves each second, and traces have minutes. */
function minuteOf(at: string | null, round: (minutes: number) => number): string | null {
  if (at === null) return null;
  return new Date(round(Date.parse(at) / MINUTE_MILLIS) * MINUTE_MILLIS).toISOString();
}

/** Without an address for traces, its ID is there to be copied. */
export function SlowTraceLink({ traces, label }: { traces: SlowTraces; label: string }) {
  const trace = traces.of.get(label);
  if (trace === undefined) return null;
  const { latencyMs, traceId, url } = trace;
  const words = `Trace of ${formatMillis(latencyMs)} ms`;
  return (
    <span className="mt-0.5 block text-12 font-normal text-ink-3">
      {url === null ? (
        <>
          {words}: <span className="font-mono select-all">{traceId}</span>
        </>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" className={textLinkClass}>
          {words}
        </a>
      )}
    </span>
  );
}

export const TRACES_FAILED = "Traces couldn't be loaded.";
