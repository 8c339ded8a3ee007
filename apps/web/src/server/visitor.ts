import type { Origin } from "@headroom/services";
import { deviceWords } from "./device.ts";

/** Of an IPv6 address the first half is the household's; the other half it chooses as it likes. */
const HOUSEHOLD_GROUPS = 4;
const GROUPS = 8;

/**
 * Who knocks. Each proxy in front, and at last this server, wrote down whom it took the request from; what stands before
 * those anybody can say.
 */
export function visitorOf(headers: Headers, trustedProxies: number): Origin {
  const addresses = (headers.get("x-forwarded-for") ?? "").split(",").map((address) => address.trim());
  const address = addresses.at(-1 - trustedProxies) ?? addresses[0];
  return {
    address: address ? householdOf(address) : "unknown",
    device: deviceWords(headers.get("user-agent")),
  };
}

/** Whoever has one address of an IPv6 network has them all. */
function householdOf(address: string): string {
  const host = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1);
  if (host === undefined || host.startsWith("::ffff:")) return address;
  const [head = "", tail] = host.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail ? tail.split(":") : [];
  const zeros = Array.from({ length: GROUPS - first.length - last.length }, () => "0");
  const groups = tail === undefined ? first : [...first, ...zeros, ...last];
  return `${groups.slice(0, HOUSEHOLD_GROUPS).join(":")}::/64`;
}
