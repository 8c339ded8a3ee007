import { z } from "zod";
import { ciClaims } from "@headroom/contract";

/** The claims of a job's token, whose signature was checked. */
export type JobClaims = Readonly<Record<string, unknown>>;

/** Every claim that the identity states is in the token, with exactly that value. Anything unreadable matches no job. */
export function matchesClaims(stored: unknown, claims: JobClaims): boolean {
  const wanted = ciClaims.safeParse(stored);
  return (
    wanted.success && Object.entries(wanted.data).every(([name, value]) => textOf(claims, name) === value)
  );
}

/** Null: the claim is missing, or is a list or an object. */
function textOf(claims: JobClaims, name: string): string | null {
  const value = Object.hasOwn(claims, name) ? claims[name] : null;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : null;
}

export function storedClaims(stored: unknown): Record<string, string> {
  return z.record(z.string(), z.string()).parse(stored);
}

/** What a job is called by people who look for it, as far as GitHub and GitLab say it. */
const TOLD = [
  ["repository", "project_path", "sub"],
  ["environment"],
  ["ref"],
  ["workflow", "pipeline_source"],
  ["run_id", "pipeline_id"],
  ["run_attempt", "job_id"],
] as const;
const MAX_VALUE_LETTERS = 100;

/** Claims that identify the job, as `name: value`. */
export function toldClaims(claims: JobClaims): string[] {
  return TOLD.flatMap((names) => {
    const name = names.find((one) => textOf(claims, one) !== null);
    const value = name === undefined ? null : textOf(claims, name);
    return name === undefined || value === null ? [] : [`${name}: ${printable(value)}`];
  });
}

/** The name of a job's token: the identity's, and what distinguishes the job. */
export function tokenName(identity: string, claims: JobClaims): string {
  const told = toldClaims(claims).map((claim) => claim.slice(claim.indexOf(": ") + 2));
  return [`${identity}:`, told.join(", ")].join(" ").slice(0, 200).toWellFormed();
}

function printable(value: string): string {
  return value.replaceAll(/\p{C}/gu, "\uFFFD").slice(0, MAX_VALUE_LETTERS).toWellFormed();
}
