import type { DeliveryHealth } from "@headroom/contract";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { givenUpText } from "./slo-words.ts";

interface DeliveryHealthTextProps {
  health: DeliveryHealth;
  timeZone: string;
}

/** When something last arrived, and since when nothing does. */
export function DeliveryHealthText({ health, timeZone }: DeliveryHealthTextProps) {
  const { deliveredAt, failingSince, givenUp } = health;
  return (
    <>
      {deliveredAt === null ? (
        <span className="text-ink-3">never</span>
      ) : (
        <ViewerTime from={deliveredAt} timeZone={timeZone} />
      )}
      {failingSince === null ? null : (
        <span className="block text-12 text-bad">
          Failing since <ViewerTime from={failingSince} timeZone={timeZone} />.{givenUpText(givenUp)}
        </span>
      )}
    </>
  );
}
