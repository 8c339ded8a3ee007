/** Targets come with the command only if there is no server that knows them. */
const WITHOUT_SERVER = ["--file", "--targets", "--target"];

/** Whether `headroom gate` is about files, and not about a run of a server. */
export function isAboutFiles(args: readonly string[]): boolean {
  return args.some((arg) => WITHOUT_SERVER.includes(arg.split("=", 1)[0] ?? ""));
}
