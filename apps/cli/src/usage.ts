/** What each command looks like, in the order of the help. */
const SYNOPSES = {
  upload: ["FILE… --service NAME --experiment NAME [options]"],
  stream: ["FILE --service NAME --experiment NAME [options]"],
  gate: ["RUN [gate options]", "FILE… --targets FILE [gate options]"],
  compare: ["A B [gate options]"],
  accept: ["RUN --reason TEXT", "RUN --undo"],
  event: ["--service NAME [--kind KIND] [--at TIME] [--link URL] TITLE"],
  "peak-day": [
    "list [--service NAME]",
    "import ID FILE [--unit UNIT] [--series NAME] [--of day|weeks-before] [--p99 NAME] [--errors NAME] [--preview]",
  ],
  mcp: ["[--http [--host ADDRESS] [--port PORT] [--allow-host NAME] [--share-token]]"],
};

export type CommandName = keyof typeof SYNOPSES;
export const COMMAND_NAMES = Object.keys(SYNOPSES) as CommandName[];

interface Section {
  /** The commands that it is about. */
  of: readonly CommandName[];
  text: string;
}

const SECTIONS: readonly Section[] = [
  {
    of: ["upload"],
    text: `upload sends the results of a finished load test and prints the verdict. FILE is a load tool's result file, compressed
(gzip, zstd, brotli) or not, or - for standard input:

  k6 run --quiet --summary-mode=disabled --out json=- script.js | headroom upload - …`,
  },
  {
    of: ["stream"],
    text: `stream sends results while the load tool is still writing them, and finishes the run when it ends. Use - for standard
input:

  k6 run --quiet --summary-mode=disabled --out json=- script.js | headroom stream - …
  jmeter -n -t plan.jmx -l results.jtl & headroom stream results.jtl --until-exit $! …`,
  },
  {
    of: ["upload", "stream"],
    text: `k6 before 1.3 needs --no-summary instead of --summary-mode=disabled.`,
  },
  {
    of: ["gate"],
    text: `gate judges a run by its targets and against its baseline, and ends with 10 or 11 if it doesn't pass. RUN is the ID or the
address of a run's page. It waits until the results are ready.`,
  },
  {
    of: ["compare"],
    text: `compare judges run B against run A, without targets, and ends with 10 or 11 if it doesn't pass. A and B are IDs or addresses
of run pages. It waits until the results are ready.`,
  },
  {
    of: ["upload", "stream"],
    text: `The run:
  --service NAME       the system under test; created on first use
  --experiment NAME    the workload you ran; created on first use
  --target TEXT        a target to judge the run by, repeatable: --target 'p99 <= 200 ms'
  --configuration KEY=VALUE
                       what was running, repeatable: --configuration 'memory=12 GB' --configuration cache=on
  --changed TEXT       what was changed for this run: --changed 'cache co-recs; 8 to 12 GB'
  --run KEY            add the file to the run with this key
  --environment, --commit, --branch, --ci, --notes TEXT
                       saved with the run; commit, branch and ci are detected on GitHub, GitLab, Jenkins and CircleCI
  --repeat N           how many times its commit is run, 2 to 10: it is judged once all of them are in
  --duration SECONDS   how long the run was meant to take: a much shorter one ended early
  --rate N             what the run was meant to send, if its experiment defines something else: requests/s of each generator,
  --generators N       how many generators,
  --threads N          and the threads of each
  --price PRICE        what everything that was running costs: --price '0.004 USD/s' or '14.40 USD/h'
  --simulated          a simulator made the results up: the run is marked, and proves nothing
  --again              create a new run, even if this file was sent before`,
  },
  {
    of: ["upload", "stream", "gate"],
    text: `Result files:
  --tool NAME          the tool or format of the file; detected by default
  --started TIME       when the run started, for files that don't include it
  --timestamps WHICH   start or end: whether the file's times mark the start or the end of a request
  --zone ZONE          where the file's dates were written, if they don't include it: Europe/Berlin or +02:00
  --load WHICH         open (fixed arrival rate) or closed (each request waits for the previous response);
                       the tool's default otherwise
  --errors-by WHICH    what errors are counted by: tool (its own word), or code (a status code from 500 on is an error, too)
  --unit UNIT          ns, us, ms or s: the unit of latencies, for files that don't include it
  --mapping JSON|@FILE the meaning of each column, for CSV or NDJSON in an unknown format`,
  },
  {
    of: ["upload"],
    text: `upload only:
  --generator NAME     the load generator that wrote the file, for runs with more than one
  --archive            the run is from an archive: its place among other runs is when it began, however long ago
  --only-label GLOB    only requests whose label matches count, repeatable: --only-label 'GET *'
  --except-label GLOB  requests whose label matches don't count, repeatable: --except-label 'setup*'
  --raw                upload the file itself; by default it is parsed here, and whichever is smaller is uploaded
  --cells              always upload the parsed cells
  --share DAYS         print a link that shows the run to anyone who has it; needs the scope manage
  --config FILE        headroom.yaml: the service, the experiment, its workload and targets; --experiment picks one
  --gate               judge the run as headroom gate does; takes the gate options`,
  },
  {
    of: ["stream"],
    text: `stream only:
  --writer NAME        the load generator that writes the file, for runs with more than one; default: the host's name
  --until-exit PID     finish the run when this process ends; default: when you press Ctrl+C
  --until-idle SECONDS finish the run when nothing new has arrived for so long`,
  },
  {
    of: ["upload", "gate"],
    text: `Gate options, for what the run is compared with:
  --baseline WHICH     compare with this RUN, or: pinned (the experiment's baseline), last-good (of the default branch),
                       merge-base (where this git branch left its target); default: pinned, and without one last-good
  --base REF           the target branch of merge-base; default: from CI, or the remote's default branch
  --generators NUMBER  wait until so many generators have uploaded; of files, end with 4 if fewer have one`,
  },
  {
    of: ["upload", "gate", "compare"],
    text: `Gate options, for the verdict and the report:
  --min-change PERCENT ignore smaller regressions; default 0
  --detect PERCENT     unsure if a change of this size could have been missed
  --allow-unsure       end with 0 if the results don't settle it
  --wait SECONDS       how long to wait for results; default 300
  --format FORMAT      text (the default), json, markdown or junit
  --output FILE        write the report to a file`,
  },
  {
    of: ["gate"],
    text: `gate FILE… judges result files without a server, by the targets of a file: headroom.yaml, or one target per line. Several
files are one run, as if you had uploaded them together.
  --targets FILE       the file with the targets
  --target TEXT        one more target, repeatable
  --file FILE          one more result file, repeatable
  --only-label GLOB    only requests whose label matches count, repeatable
  --except-label GLOB  requests whose label matches don't count, repeatable
  --experiment NAME    which experiment of headroom.yaml, if it has several`,
  },
  {
    of: ["accept"],
    text: `accept says that the change in a run is all right, although it got worse: from then on, later runs are compared with it as the
last good run. RUN is the ID or the address of a run's page. The token needs the scope manage.
  --reason TEXT        why; shown on the run's page
  --undo               no longer accept it`,
  },
  {
    of: ["event"],
    text: `event adds a line to the charts of a service. KIND is deploy (the default), scale, cache-flush, failure or note:

  headroom event --service checkout 'v2.14 deployed'`,
  },
  {
    of: ["peak-day"],
    text: `peak-day import makes a CSV file or a query_range response of Prometheus the throughput of a peak day, or of the weeks before
it. UNIT is per-second, per-minute, per-hour or per-point; with --preview it only prints what it understood. --p99 and --errors name
further series of the file, with --p99-unit (s, ms, us) and --errors-unit (as UNIT, share, percent) if it doesn't name them.
peak-day list prints the IDs.`,
  },
  {
    of: ["mcp"],
    text: `mcp answers assistants that speak the Model Context Protocol, with the token's rights: one on standard input and output, or
any over HTTP, where each request brings its own token. --share-token lends yours to programs on this machine.`,
  },
  {
    of: ["upload", "gate"],
    text: `Several files of one format become generators of one run. Files of different formats (Locust) become one upload.`,
  },
  {
    of: COMMAND_NAMES,
    text: `The server:
  --url URL            address of the ingest service; default HEADROOM_URL or http://127.0.0.1:4001
  --token TOKEN        default HEADROOM_TOKEN, which stays out of the process list. A CI job can have HEADROOM_IDENTITY or
                       HEADROOM_ID_TOKEN instead: see "Without a stored token" in docs/ci.md`,
  },
  {
    of: ["upload", "stream", "gate", "compare", "accept", "event", "peak-day"],
    text: `  --json               print the API response; of a gate, the report`,
  },
  {
    of: ["upload", "stream"],
    text: `  --quiet              print only the result and errors`,
  },
  {
    of: COMMAND_NAMES,
    text: `  --help, --version`,
  },
  {
    of: COMMAND_NAMES,
    text: `Exit codes: 0 uploaded or passed, 1 unexpected error, 2 usage error or unreadable file, 3 unreachable or not allowed,
4 not ready in time, 10 target missed or real regression, 11 unsure or not comparable.`,
  },
];

/** The help for some commands, or for all. */
export function usageOf(commands: readonly CommandName[] = COMMAND_NAMES): string {
  const synopses = commands.flatMap((name) => SYNOPSES[name].map((rest) => `headroom ${name} ${rest}`));
  const sections = SECTIONS.filter(({ of }) => of.some((name) => commands.includes(name)));
  const text = sections.map((section, at) => `${joint(section, at)}${section.text}`).join("");
  return `Usage: ${synopses.join("\n       ")}${text}\n`;
}

/** Options without a heading of their own go on with the list before them. */
function joint({ text }: Section, at: number): string {
  return at > 0 && text.startsWith("  ") ? "\n" : "\n\n";
}

export function isCommandName(name: string | undefined): name is CommandName {
  return COMMAND_NAMES.some((one) => one === name);
}
