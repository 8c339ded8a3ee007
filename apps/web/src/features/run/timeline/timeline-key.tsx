import { SignKey } from "@headroom/ui";
import type { TimelineFrame } from "./timeline-input.ts";

interface TimelineKeyProps {
  frame: Pick<TimelineFrame, "throughputTargets" | "latencyTargets">;
  /** How many are drawn. */
  events: number;
}

/** The lines of the charts that aren't a run's own figures. */
export function TimelineKey({ frame: { throughputTargets, latencyTargets }, events }: TimelineKeyProps) {
  const hasTargets = throughputTargets.length + latencyTargets.length > 0;
  return (
    <SignKey
      signs={[...(hasTargets ? ["target" as const] : []), ...(events > 0 ? ["event" as const] : [])]}
      className="mt-2"
    />
  );
}
