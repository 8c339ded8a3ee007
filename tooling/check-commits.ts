import { longSubjects } from "./src/commits.ts";
import { root } from "./src/paths.mjs";

const found = longSubjects(root);
for (const { commit, subject } of found) console.log(`${commit} ${subject.length} characters: ${subject}`);
if (found.length > 0) console.log("Keep commit subjects to 72 characters: git rebase -i, then reword.");
process.exitCode = found.length === 0 ? 0 : 1;
