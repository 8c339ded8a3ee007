export const USAGE = `Usage: headroom upload FILE… --service NAME --experiment NAME [options]

Sends the results of a load test, judges the run and prints what it says. FILE is what a load tool wrote, packed
(gzip, zstd, brotli) or not; - is standard input: k6 run --out json=- script.js | headroom upload - …

  --service NAME       the system under test; made on first use
  --experiment NAME    what was tried; made on first use
  --target TEXT        a promise, may be repeated: --target 'p99 <= 200 ms'
  --label KEY=VALUE    kept with the run, may be repeated
  --run KEY            uploads with the same key go into one run
  --generator NAME     whose file this is, in a run of several
  --environment, --commit, --branch, --ci, --notes TEXT
                       kept with the run; commit, branch and ci are taken from GitHub, GitLab or Jenkins

  --tool NAME          the tool or format of the file, if it is not to be found out
  --started TIME       when the run began, for files that do not say
  --timestamps WHICH   start or end: what the file's times mean, where its tool can write either
  --load WHICH         open (sent at its rate) or closed (waits for answers), where it is not as the tool does it
  --unit UNIT          ns, us, ms or s: the unit of latencies, where the file does not say it
  --mapping JSON|@FILE what the columns of a CSV or NDJSON mean that no format is known for

  --raw                send the file itself; otherwise it is parsed here, and its cells are sent if they are smaller
  --cells              send its cells, whichever is smaller
  --again              a new run, even if this very file was sent before
  --url URL            of the ingest service; default HEADROOM_URL, or http://127.0.0.1:4001
  --token TOKEN        default HEADROOM_TOKEN, which no process list shows
  --json               print the answer of the API
  --quiet              print nothing but the answer and errors
  --help, --version

Several files of one format are generators of one run; files of different formats (Locust's) are one upload.

Exit codes: 0 uploaded, 1 unexpected, 2 usage or unreadable file, 3 cannot reach or not allowed, 4 not ready in time.
`;
