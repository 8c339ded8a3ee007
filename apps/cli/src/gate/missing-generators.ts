import type { Finding } from "./judge-gate.ts";

interface Generators {
  uploaded: number;
  /** Null: the workload doesn't say. */
  expected: number | null;
}

/** One file can contain the requests of several generators, so that fewer files are not necessarily too few. */
export function missingGenerators(generators: Generators, where: "server" | "files"): Finding[] {
  const { uploaded, expected } = generators;
  if (expected === null || uploaded >= expected) return [];
  const words = WORDS[where](uploaded, expected);
  return [{ outcome: "note", about: "run", words }];
}

const WORDS: Record<"server" | "files", (uploaded: number, expected: number) => string> = {
  server: (uploaded, expected) =>
    `Results were uploaded ${uploaded === 1 ? "once" : `${uploaded} times`}, and the workload has ${expected} generators. If others upload too, wait for them with --generators ${expected}.`,
  files: (uploaded, expected) =>
    `Results are from ${uploaded === 1 ? "one file" : `${uploaded} files`}, and the workload has ${expected} generators. If others wrote files too, name them, and require all with --generators ${expected}.`,
};
