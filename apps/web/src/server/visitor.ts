import type { Origin } from "@headroom/services";
import { deviceWords } from "./device.ts";

/** The first half of an IPv6 address identifies a network; its users choose the rest. */
const HOUSEHOLD_GROUPS = 4;
const GROUPS = 8;

/** Who sent a request. */
export function visitorOf(headers: Headers, trustedProxies: number): Origin {
  const address = clientAddress(headers.get("x-forwarded-for"), trustedProxies);
  return {
    address: address ? householdOf(address) : "unknown",
    device: deviceWords(headers.get("user-agent")),
  };
}

/**
 * Each proxy in front, and finally this server, appended the address that it saw; anyone can claim the entries before
 * those. Empty: not known.
 */
export function clientAddress(forwarded: string | null, trustedProxies: number): string {
  const addresses = (forwarded ?? "").split(",").map((address) => address.trim());
  return addresses.at(-1 - trustedProxies) ?? addresses[0] ?? "";
}

/** The address, or the /64 network of an IPv6 address: who has one of its addresses has them all. */
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
