import { HeadroomError } from "@headroom/core";
import type { Context } from "../context.ts";

/** Views are of people: a token has none. */
export function requirePerson({ actor }: Context): string {
  if (actor.kind === "person") return actor.id;
  throw new HeadroomError("scope-missing", "Only people have saved views.", { hint: "Sign in to save one." });
}
