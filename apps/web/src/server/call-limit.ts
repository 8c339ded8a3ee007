import type { AnyRouter } from "@trpc/server";
import { MEMBER_BODY_BYTES, OPEN_BODY_BYTES } from "./body-limit.ts";

/**
 * How large the body of a call can be, from the path of its address. Several calls in one request share the largest
 * limit among them. A procedure that doesn't exist needs nothing.
 */
export function maxBodyBytesOf(router: AnyRouter, path: string): number {
  const limits = path.split(/,|%2C/i).map((name) => limitOf(router, name));
  return Math.max(...limits);
}

function limitOf({ _def: { procedures } }: AnyRouter, name: string): number {
  if (!Object.hasOwn(procedures, name)) return OPEN_BODY_BYTES;
  const { meta } =
    (procedures as Record<string, { _def: { meta?: { maxBodyBytes?: number } } }>)[name]?._def ?? {};
  return meta?.maxBodyBytes ?? MEMBER_BODY_BYTES;
}
