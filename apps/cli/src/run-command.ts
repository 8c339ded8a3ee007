import { isHeadroomError } from "@headroom/core";
import { EXIT, EXIT_OF_CODE, type ExitCode } from "./exit-codes.ts";
import { asOptions } from "./terminal/as-options.ts";
import { readUploadArguments } from "./upload/arguments.ts";
import { upload } from "./upload/upload.ts";
import { USAGE } from "./usage.ts";
import { VERSION } from "./version.ts";
import type { World } from "./world.ts";

/** The command, from its arguments to its exit code. */
export async function runCommand(args: readonly string[], world: World): Promise<ExitCode> {
  const [command, ...rest] = args;
  if (args.includes("--help") || args.includes("-h")) {
    world.stdout.write(USAGE);
    return EXIT.pass;
  }
  if (args.includes("--version")) {
    world.stdout.write(`${VERSION}\n`);
    return EXIT.pass;
  }
  if (command !== "upload") {
    world.stderr.write(command === undefined ? USAGE : `Unknown command "${command}".\n\n${USAGE}`);
    return EXIT.usage;
  }
  try {
    return await upload(readUploadArguments(rest, world.env), world);
  } catch (error) {
    return explain(error, world);
  }
}

function explain(error: unknown, { stderr }: World): ExitCode {
  if (!isHeadroomError(error)) {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    stderr.write(`headroom: unexpected: ${said}\n`);
    return EXIT.unexpected;
  }
  const { code, message, hint } = error;
  stderr.write(`headroom: ${message}\n${hint === null ? "" : `  ${asOptions(hint)}\n`}  (${code})\n`);
  return EXIT_OF_CODE[code];
}
