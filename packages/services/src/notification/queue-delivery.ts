import type { WorkspaceTx } from "@headroom/db";
import { addJob } from "../jobs/add-job.ts";

/** The name of the job that sends one. */
export const SEND_DELIVERY = "send-delivery";
/** Of the job. Receivers that don't answer are none of them: see `RETRY_SECONDS`. */
const ATTEMPTS = 5;

/** The pauses between attempts: about a day. */
const RETRY_SECONDS = [10, 30, 60, 300, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 32_400] as const;

/** No receiver can put off a message for longer. */
const MAX_ASKED_SECONDS = 3_600;

/** How long to wait after so many failed attempts, at least as long as the receiver asks; null: it is given up. */
export function pauseAfter(attempts: number, askedSeconds: number): number | null {
  const pause = RETRY_SECONDS[attempts - 1];
  return pause === undefined ? null : Math.max(pause, Math.min(askedSeconds, MAX_ASKED_SECONDS));
}

interface Queued {
  id: string;
  round: number;
  /** Its receiver: one that is slow holds up no other. */
  receiver: string;
}

/** Sends a delivery, in the transaction that stores or changes it. */
export function queueDelivery(
  tx: WorkspaceTx,
  { id, round, receiver }: Queued,
  delaySeconds = 0,
): Promise<void> {
  return addJob(tx, {
    name: SEND_DELIVERY,
    payload: { deliveryId: id, round },
    key: `${SEND_DELIVERY} ${id}`,
    attempts: ATTEMPTS,
    delaySeconds,
    line: `${SEND_DELIVERY} ${receiver}`,
  });
}
