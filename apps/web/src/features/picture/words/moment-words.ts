import { formatInstant } from "@headroom/ui";

/** A picture is kept by whoever fetched it, and nobody can hover over it: so it says when it was true, and in UTC. */
export function asOf(instant: Date): string {
  return `As of ${formatInstant(instant, "UTC")} UTC`;
}

/** "A load test of Checkout · 5 Nov 2025" */
export function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}
