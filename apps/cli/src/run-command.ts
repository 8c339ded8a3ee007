import { isHeadroomError } from "@headroom/core";
import { EXIT, EXIT_OF_CODE } from "./exit-codes.ts";
import type { ExitCode } from "./exit-codes.ts";
import { isAboutFiles } from "./gate/is-about-files.ts";
import { asOptions } from "./terminal/as-options.ts";
import { isCommandName, usageOf } from "./usage.ts";
import type { CommandName } from "./usage.ts";
import { VERSION } from "./version.ts";
import type { World } from "./world.ts";

/** Someone who watches a failed command wants to know why it doesn't end. */
const TELL_AFTER_MILLIS = 2_000;

/** The command, from its arguments to its exit code. */
export async function runCommand(args: readonly string[], world: World): Promise<ExitCode> {
  const [command, ...rest] = args;
  if (args.includes("--help") || args.includes("-h")) {
    world.stdout.write(isCommandName(command) ? usageOf([command]) : usageOf());
    return EXIT.pass;
  }
  if (args.includes("--version")) {
    world.stdout.write(`${VERSION}\n`);
    return EXIT.pass;
  }
  if (!isCommandName(command)) {
    const unknown = command === undefined ? "" : `Unknown command "${command}".\n\n`;
    world.stderr.write(`${unknown}${usageOf()}`);
    return EXIT.usage;
  }
  const code = await COMMANDS[command](rest, world).catch((error: unknown) => fail(error, args, world));
  if (rest.includes("-")) await drain(world);
  return code;
}

/** Commands that write a report, of which an upload only does so with a gate. */
const GATES = new Set(["upload", "gate", "compare"]);

async function fail(
  error: unknown,
  [command = "", ...rest]: readonly string[],
  world: World,
): Promise<ExitCode> {
  if (GATES.has(command)) {
    const { reportError } = await import("./gate/error-report.ts");
    reportError(error, command, rest, world);
  }
  return explain(error, world);
}

type Command = (args: readonly string[], world: World) => Promise<ExitCode>;

/** Each is loaded when it is used: reading every tool's files is most of the code, and a gate or an event needs none of it. */
const COMMANDS: Record<CommandName, Command> = {
  upload: async (args, world) => {
    const [{ readUploadArguments }, { upload }] = await Promise.all([
      import("./upload/arguments.ts"),
      import("./upload/upload.ts"),
    ]);
    return upload(readUploadArguments(args, world.env), world);
  },
  accept: async (args, world) => {
    const { accept, readAcceptArguments } = await import("./accept/accept.ts");
    return accept(readAcceptArguments(args, world.env), world);
  },
  event: async (args, world) => {
    const { event, readEventArguments } = await import("./event/event.ts");
    return event(readEventArguments(args, world.env), world);
  },
  "peak-day": async (args, world) => {
    const [{ readPeakDayArguments }, { peakDay }] = await Promise.all([
      import("./peak-day/arguments.ts"),
      import("./peak-day/peak-day.ts"),
    ]);
    return peakDay(readPeakDayArguments(args, world.env), world);
  },
  gate: gateEither,
  compare: async (args, world) => {
    const [{ readCompareArguments }, { compare }] = await Promise.all([
      import("./gate/arguments.ts"),
      import("./gate/compare.ts"),
    ]);
    return compare(readCompareArguments(args, world.env), world);
  },
  mcp: async (args, world) => {
    const [{ readMcpArguments }, { mcp }] = await Promise.all([
      import("./mcp/arguments.ts"),
      import("./mcp/mcp.ts"),
    ]);
    return mcp(readMcpArguments(args, world.env), world);
  },
  stream: async (args, world) => {
    const [{ readStreamArguments }, { stream }] = await Promise.all([
      import("./stream/arguments.ts"),
      import("./stream/stream.ts"),
    ]);
    return stream(readStreamArguments(args, world.env), world);
  },
};

const loadGate = () => Promise.all([import("./gate/arguments.ts"), import("./gate/gate.ts")]);

/** A run that is on the server, or files without any. */
async function gateEither(args: readonly string[], world: World): Promise<ExitCode> {
  if (isAboutFiles(args)) {
    const [{ readFileGateArguments }, { gateFile }] = await Promise.all([
      import("./offline/arguments.ts"),
      import("./offline/gate-file.ts"),
    ]);
    return gateFile(readFileGateArguments(args), world);
  }
  const [{ readGateArguments }, { gate }] = await loadGate();
  return gate(readGateArguments(args, world.env), world);
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
