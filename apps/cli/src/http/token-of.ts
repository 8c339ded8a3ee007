import type { World } from "../world.ts";
import { Client } from "./client.ts";
import type { ClientOptions } from "./client.ts";
import type { Credential } from "./credential.ts";
import { keptJobKey, newJobKey } from "./job-key.ts";
import { JobTokens } from "./job-tokens.ts";

interface TokenOptions extends Pick<ClientOptions, "url" | "onRetry"> {
  world: Pick<World, "env" | "sleep" | "random" | "now">;
}

/** What a client sends as its token. */
export function tokenOf(credential: Credential, options: TokenOptions): ClientOptions["token"] {
  if (typeof credential === "string") return credential;
  const open = (url: string, token: string | null) => new Client({ ...options, url, token });
  // GitHub makes a token for each command, which no other one needs.
  const jobKey =
    credential.kind === "github"
      ? newJobKey
      : (idToken: string) => keptJobKey({ idToken, url: options.url, env: options.world.env });
  const jobs = new JobTokens({
    credential,
    jobKey,
    headroom: open(options.url, null),
    openGitHub: open,
    now: options.world.now,
  });
  return () => jobs.token();
}
