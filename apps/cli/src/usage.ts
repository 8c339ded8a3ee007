export const USAGE = `Usage: headroom upload FILE… --service NAME --experiment NAME [options]
       headroom stream FILE --service NAME --experiment NAME [options]
       headroom gate RUN [gate options]
       headroom gate FILE… --targets FILE [gate options]
       headroom compare A B [gate options]
       headroom event --service NAME [--kind KIND] [--at TIME] [--link URL] TITLE
       headroom peak-day list [--service NAME]
       headroom peak-day import ID FILE [--unit UNIT] [--series NAME] [--preview]
       headroom mcp [--http [--host ADDRESS] [--port PORT] [--allow-host NAME] [--share-token]]

upload sends the results of a finished load test and prints the verdict. FILE is a load tool's result file, compressed
(gzip, zstd, brotli) or not. stream sends results while the load tool is still writing them, and finishes the run when
it ends. Use - for standard input:

  k6 run --quiet --summary-mode=disabled --out json=- script.js | headroom stream - …
  jmeter -n -t plan.jmx -l results.jtl & headroom stream results.jtl --until-exit $! …

  --service NAME       the system under test; created on first use
  --experiment NAME    the workload you ran; created on first use
  --target TEXT        a target to judge the run by, repeatable: --target 'p99 <= 200 ms'
  --label KEY=VALUE    a label to save with the run, repeatable
  --run KEY            add the file to the run with this key
  --environment, --commit, --branch, --ci, --notes TEXT
                       saved with the run; commit, branch and ci are detected on GitHub, GitLab, Jenkins and CircleCI
  --price PRICE        what everything that was running costs: --price '0.004 USD/s' or '14.40 USD/h'
  --simulated          a simulator made the results up: the run is marked, and proves nothing

  --tool NAME          the tool or format of the file; detected by default
  --started TIME       when the run started, for files that don't include it
  --timestamps WHICH   start or end: whether the file's times mark the start or the end of a request
  --zone ZONE          where the file's dates were written, if they don't include it: Europe/Berlin or +02:00
  --load WHICH         open (fixed arrival rate) or closed (each request waits for the previous response);
                       the tool's default otherwise
  --unit UNIT          ns, us, ms or s: the unit of latencies, for files that don't include it
  --mapping JSON|@FILE the meaning of each column, for CSV or NDJSON in an unknown format

  --again              create a new run, even if this file was sent before
  --url URL            address of the ingest service; default HEADROOM_URL or http://127.0.0.1:4001
  --token TOKEN        default HEADROOM_TOKEN, which stays out of the process list. A CI job can have HEADROOM_IDENTITY or
                       HEADROOM_ID_TOKEN instead: see "Without a stored token" in docs/ci.md
  --json               print the API response
  --quiet              print only the result and errors
  --help, --version

upload only:
  --generator NAME     the load generator that wrote the file, for runs with more than one
  --raw                upload the file itself; by default it is parsed here, and whichever is smaller is uploaded
  --cells              always upload the parsed cells
  --share DAYS         print a link that shows the run to anyone who has it; needs the scope manage
  --config FILE        headroom.yaml: the service, the experiment, its workload and targets; --experiment picks one
  --gate               judge the run as headroom gate does; takes the gate options

stream only:
  --writer NAME        the load generator that writes the file, for runs with more than one; default: the host's name
  --until-exit PID     finish the run when this process ends; default: when you press Ctrl+C
  --until-idle SECONDS finish the run when nothing new has arrived for so long

gate judges a run by its targets and against its baseline, and ends with 10 or 11 if it doesn't pass. compare judges run B
against run A, without targets. RUN, A and B are IDs or addresses of run pages. Both wait until the results are ready:

  --baseline WHICH     compare with this RUN, or: pinned (the experiment's baseline), last-good (of the default branch),
                       merge-base (where this git branch left its target); default: pinned, and without one last-good
  --base REF           the target branch of merge-base; default: from CI, or the remote's default branch
  --generators NUMBER  wait until so many generators have uploaded
  --min-change PERCENT ignore smaller regressions; default 0
  --detect PERCENT     unsure if a change of this size could have been missed
  --allow-unsure       end with 0 if the results don't settle it
  --wait SECONDS       how long to wait for results; default 300
  --format FORMAT      text (the default), json, markdown or junit
  --output FILE        write the report to a file

gate FILE… judges result files without a server, by the targets of a file: headroom.yaml, or one target per line. Several
files are one run, as if you had uploaded them together.
  --targets FILE       the file with the targets
  --target TEXT        one more target, repeatable
  --file FILE          one more result file, repeatable
  --generators NUMBER  end with 4 if fewer generators have a file
  --experiment NAME    which experiment of headroom.yaml, if it has several
                       --tool, --started, --timestamps, --zone, --load, --unit and --mapping as for upload

event adds a line to the charts of a service. KIND is deploy (the default), scale, cache-flush, failure or note:

  headroom event --service checkout 'v2.14 deployed'

peak-day import makes a CSV file or a query_range response of Prometheus the throughput of a peak day. UNIT is per-second,
per-minute, per-hour or per-point; with --preview it only prints what it understood. peak-day list prints the IDs.

mcp answers assistants that speak the Model Context Protocol, with the token's rights: one on standard input and output, or
any over HTTP, where each request brings its own token. --share-token lends yours to programs on this machine.

Several files of one format become generators of one run. Files of different formats (Locust) become one upload.

Exit codes: 0 uploaded or passed, 1 unexpected error, 2 usage error or unreadable file, 3 unreachable or not allowed,
4 not ready in time, 10 target missed or real regression, 11 unsure or not comparable.
`;
