import type { SimulatedStretch } from "@headroom/contract";

export function simulatedWords({ withReal }: Pick<SimulatedStretch, "withReal">): {
  tag: string;
  detail: string;
} {
  return withReal
    ? {
        tag: "Partly simulated",
        detail:
          "Some of these requests were sent by a simulator and some are real. The figures contain both.",
      }
    : { tag: "Simulated", detail: "A simulator sent these requests. No user did." };
}

/** Whether a name already says that everything is simulated. */
export function isNamedSimulated(
  name: string,
  simulated: Pick<SimulatedStretch, "withReal"> | null,
): boolean {
  return simulated?.withReal === false && /\(simulated\)$/i.test(name.trim());
}

/** A name for a chart, which can be saved without the page around it. */
export function simulatedName(name: string, simulated: Pick<SimulatedStretch, "withReal"> | null): string {
  return simulated === null || isNamedSimulated(name, simulated)
    ? name
    : `${name} (${simulatedWords(simulated).tag.toLowerCase()})`;
}
