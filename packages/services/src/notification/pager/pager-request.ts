import type { ChannelKind } from "@headroom/contract";
import type { PagerRequest } from "./paged-message.ts";
import { opsgenieRequest } from "./opsgenie.ts";
import { pagerDutyRequest } from "./pagerduty.ts";

const REQUESTS: Partial<Record<ChannelKind, (given: PagerRequest) => PagerRequest>> = {
  pagerduty: pagerDutyRequest,
  opsgenie: opsgenieRequest,
};

/** What is sent of a delivery as it is stored: pagers want the key that is part of their channel's URL elsewhere. */
export function requestFor(kind: ChannelKind, given: PagerRequest): PagerRequest {
  return REQUESTS[kind]?.(given) ?? given;
}
