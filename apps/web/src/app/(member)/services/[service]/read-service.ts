import "server-only";
import { cache } from "react";
import { orNotFound, serverCaller } from "../../../../server/server-caller.ts";
import { decodedSlug } from "./decoded-slug.ts";

/** The service of an address. Cached per request: the title, the tabs and the page ask for it. */
export const readService = cache(async (slug: string) =>
  orNotFound((await serverCaller()).service.get({ service: decodedSlug(slug) })),
);
