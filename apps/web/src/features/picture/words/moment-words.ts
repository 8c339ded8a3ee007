import { formatInstant } from "@headroom/ui";

/** Chat programs keep pictures, and nobody can hover over one, so it says when it was true, in UTC. */
export function asOf(instant: Date): string {
  return `As of ${formatInstant(instant, "UTC")} UTC`;
}

/** "A load test of Checkout · 5 Nov 2025" */
export function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}
