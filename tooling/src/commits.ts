import { defaultBranch, git } from "./git.mjs";

export const MAX_SUBJECT = 72;

/** Subjects written before this time may be longer. */
export const CHECKED_SINCE = "2026-11-22T20:05:00Z";

/**
 * The commits whose subject is too long and can still be reworded: those that the remote's default branch does not
 * have yet. Without a remote, or in an archive without git, all commits here that are new enough, if any.
 */
export function longSubjects(root: string): { commit: string; subject: string }[] {
  // An archive unpacked inside another checkout has that one's history.
  if (git(root, "rev-parse", "--show-prefix")?.trim() !== "") return [];
  const branch = defaultBranch(root);
  const shared = branch?.startsWith("origin/") === true ? ["--not", branch] : [];
  const log = git(
    root,
    "log",
    "--no-merges",
    "--max-count=500",
    "--format=%h%x09%aI%x09%s",
    "HEAD",
    ...shared,
  );
  return (log ?? "").split("\n").flatMap((line) => {
    const [commit = "", writtenAt = "", subject = ""] = line.split("\t");
    const isChecked = Date.parse(writtenAt) >= Date.parse(CHECKED_SINCE);
    return isChecked && subject.length > MAX_SUBJECT ? [{ commit, subject }] : [];
  });
}
