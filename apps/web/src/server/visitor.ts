import type { Origin } from "@headroom/services";
import { deviceWords } from "./device.ts";

/**
 * Who knocks. Of the addresses that were passed on, the last was written by the proxy in front, or by this server itself;
 * what stands before it anybody can say.
 */
export function visitorOf(headers: Headers): Origin {
  const address = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  return { address: address || "unknown", device: deviceWords(headers.get("user-agent")) };
}
