import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "@playwright/test";
import { localFile } from "./product.ts";

const ingestLog = join(dirname(localFile), "logs", "ingest.log");

/** The path of the link in the last mail to this address, as ingest prints it where no SMTP is set up. */
export async function mailedPath(
  to: string,
  kind: "reset" | "invitations" | "sign-in" | "email",
): Promise<string> {
  let path: string | null = null;
  await expect(() => {
    path = lastLink(to, kind);
    expect(path, `a mail to ${to} with a link to /${kind}`).not.toBeNull();
  }).toPass({ timeout: 20_000 });
  return path ?? "";
}

function lastLink(to: string, kind: string): string | null {
  const links = readFileSync(ingestLog, "utf8")
    .split("\n")
    .filter((line) => line.includes('"mail"') && line.includes(to))
    .map((line) => JSON.parse(line) as { mail?: { to: string; text: string } })
    .flatMap(({ mail }) => {
      if (mail?.to.toLowerCase() !== to.toLowerCase()) return [];
      const url = new RegExp(`https?://[^\\s/]+(/${kind}[^\\s]+)`).exec(mail.text)?.[1];
      return url === undefined ? [] : [url];
    });
  return links.at(-1) ?? null;
}
