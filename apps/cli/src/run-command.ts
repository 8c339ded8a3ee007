import { isHeadroomError } from "@headroom/core";
import { EXIT, EXIT_OF_CODE, type ExitCode } from "./exit-codes.ts";
import { event, readEventArguments } from "./event/event.ts";
import { readCompareArguments, readGateArguments } from "./gate/arguments.ts";
import { gate } from "./gate/gate.ts";
import { readFileGateArguments } from "./offline/arguments.ts";
import { gateFile } from "./offline/gate-file.ts";
import { readMcpArguments } from "./mcp/arguments.ts";
import { readPeakDayArguments } from "./peak-day/arguments.ts";
import { peakDay } from "./peak-day/peak-day.ts";
import { asOptions } from "./terminal/as-options.ts";
import { readStreamArguments } from "./stream/arguments.ts";
import { stream } from "./stream/stream.ts";
import { readUploadArguments } from "./upload/arguments.ts";
import { upload } from "./upload/upload.ts";
import { USAGE } from "./usage.ts";
import { VERSION } from "./version.ts";
import type { World } from "./world.ts";

/** Someone who watches a failed command wants to know why it doesn't end. */
const TELL_AFTER_MILLIS = 2_000;

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
  const work = COMMANDS.get(command ?? "");
  if (work === undefined) {
    world.stderr.write(command === undefined ? USAGE : `Unknown command "${command}".\n\n${USAGE}`);
    return EXIT.usage;
  }
  const code = await work(rest, world).catch((error: unknown) => explain(error, world));
  if (rest.includes("-")) await drain(world);
  return code;
}

type Command = (args: readonly string[], world: World) => Promise<ExitCode>;

const COMMANDS = new Map<string, Command>([
  ["upload", async (args, world) => upload(readUploadArguments(args, world.env), world)],
  ["event", async (args, world) => event(readEventArguments(args, world.env), world)],
  ["peak-day", async (args, world) => peakDay(readPeakDayArguments(args, world.env), world)],
  ["gate", async (args, world) => gateEither(args, world)],
  ["compare", async (args, world) => gate(readCompareArguments(args, world.env), world)],
  ["mcp", openMcp],
  ["stream", async (args, world) => stream(readStreamArguments(args, world.env), world)],
]);

/** The protocol's SDK is large, and no other command needs it. */
async function openMcp(args: readonly string[], world: World): Promise<ExitCode> {
  const given = readMcpArguments(args, world.env);
  const { mcp } = await import("./mcp/mcp.ts");
  return mcp(given, world);
}

/** A run that is on the server, or a file without any. */
function gateEither(args: readonly string[], world: World): Promise<ExitCode> {
  const ofFile = args.some((arg) => arg === "--file" || arg.startsWith("--file="));
  return ofFile
    ? gateFile(readFileGateArguments(args), world)
    : gate(readGateArguments(args, world.env), world);
}

/**
 * Reads standard input to its end, whatever became of the upload. A pipe that closes early kills the program that
 * writes to it, which can be a load test of many hours that also writes a file.
 */
async function drain({ stdin, stderr }: World): Promise<void> {
  if (stdin.readableEnded || stdin.destroyed || stdin.isTTY === true) return;
  const told = setTimeout(() => {
    stderr.write("headroom: reading the rest of standard input, so that the program before it can finish.\n");
  }, TELL_AFTER_MILLIS);
  try {
    for await (const _chunk of stdin.iterator({ destroyOnReturn: false }));
  } catch {
    // A pipe that broke has nothing left to read.
  } finally {
    clearTimeout(told);
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
