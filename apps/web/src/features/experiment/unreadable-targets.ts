import { parseTarget } from "@headroom/core";

/** Their positions, from 1. */
export function unreadableTargets(targets: readonly string[]): number[] {
  return targets.flatMap((text, at) => (text.trim() === "" || parseTarget(text).ok ? [] : [at + 1]));
}
