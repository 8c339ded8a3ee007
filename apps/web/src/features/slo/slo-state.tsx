import type { SloStatus } from "@headroom/contract";
import { VerdictPill } from "@headroom/ui";

/** Whether an SLO is met so far. */
export function SloState({ state, size = "row" }: { state: SloStatus["state"]; size?: "row" | "head" }) {
  switch (state) {
    case "kept":
      return <VerdictPill state="met" size={size} />;
    case "spent":
      return <VerdictPill state="missed" size={size} />;
    case "unsure":
      return <VerdictPill state="unsure" size={size} />;
    case "no-requests":
      return <span className="text-13 text-ink-2">No requests</span>;
  }
}
