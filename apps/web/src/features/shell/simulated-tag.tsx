import type { SimulatedStretch } from "@headroom/contract";
import { Tag } from "@headroom/ui";
import { simulatedWords } from "./simulated-words.ts";

/** Says that a simulator made figures up, beside the name of what they are about. */
export function SimulatedTag({ simulated }: { simulated: Pick<SimulatedStretch, "withReal"> | null }) {
  if (simulated === null) return null;
  const { tag, detail } = simulatedWords(simulated);
  return (
    <span
      title={detail}
      className="mx-1 inline-flex max-w-full rounded-chip align-middle font-normal outline outline-ink-3 outline-dashed"
    >
      <Tag>{tag}</Tag>
    </span>
  );
}
