import type { ZodError } from "zod";

const MOST_ISSUES = 3;
const LONGEST = 200;

/** What is wrong with an input. An issue can repeat the input, and there can be any number of them, so both are cut. */
export function issueWords({ issues }: ZodError): string {
  const named = issues.slice(0, MOST_ISSUES).map(({ path, message }) => {
    const words = path.length === 0 ? message : `${path.join(".")}: ${message}`;
    return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
  });
  const more = issues.length - named.length;
  return `The input is invalid. ${named.join(" ")}${more === 0 ? "" : ` And ${more} more.`}`;
}
