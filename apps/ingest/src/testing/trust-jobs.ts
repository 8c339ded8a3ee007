import { createCiIdentity } from "@headroom/services";
import type { TestApp } from "./test-app.ts";

/** A CI identity of the first workspace, for jobs with these claims. */
export function trustJobs({ deps, home }: TestApp, issuer: string, claims: Record<string, string>) {
  const body = { name: "CI", issuer, claims, scopes: ["ingest", "read"] };
  const settings = { webUrl: deps.webUrl, issuers: [issuer] };
  return createCiIdentity({ ctx: home.owner, input: { body, settings } });
}
