import type { RunComparison } from "@headroom/contract";

type Pair = Pick<RunComparison["comparability"][number], "differences">;

/** "simulated" if a simulator sent everything that is compared, "partly simulated" for some of it, otherwise empty. */
export function simulatedPairs(pairs: readonly Pair[]): string {
  const simulated = pairs.flatMap(({ differences }) =>
    differences.filter(({ kind }) => kind === "simulated"),
  );
  if (simulated.length === 0) return "";
  const all = simulated.length === pairs.length && simulated.every(isOfBoth);
  return all ? "simulated" : "partly simulated";
}

/** A pair of which one run is simulated isn't comparable; of two, it is noted. */
export function isSimulatedPair({ differences }: Pair): boolean {
  return differences.some((one) => one.kind === "simulated" && isOfBoth(one));
}

function isOfBoth({ severity }: Pair["differences"][number]): boolean {
  return severity === "note";
}
