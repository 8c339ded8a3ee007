"use client";

import { BareButton, textLinkClass } from "@headroom/ui";
import { useSetAside } from "../run/verdict/use-set-aside.ts";

/** The run counts again. */
export function UndoSetAside({ runId, number }: { runId: string; number: number }) {
  const { undo } = useSetAside({ runId, number });
  return (
    <BareButton
      aria-label={`Undo, and count run ${number} again`}
      className={`relative z-1 ${textLinkClass}`}
      onClick={undo}
    >
      Undo
    </BareButton>
  );
}
