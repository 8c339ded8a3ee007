#!/usr/bin/env bash
# Uploads the files, judges the run, and writes the report where the next step and the job's summary find it.
set -uo pipefail

report="$RUNNER_TEMP/headroom-gate.md"
rm -f "$report"

arguments=()
# Each line of the second argument becomes one argument, after the option of the first if there is one.
add_lines() {
  local line
  while IFS= read -r line; do
    [ -z "${line//[[:space:]]/}" ] && continue
    if [ -n "$1" ]; then arguments+=("$1"); fi
    arguments+=("$line")
  done <<<"$2"
}
add_lines "" "$FILES"
add_lines --target "$TARGETS"
add_lines --baseline "$BASELINE"
add_lines "" "$OPTIONS"

node "$GITHUB_ACTION_PATH/apps/cli/src/main.ts" upload "${arguments[@]}" \
  --service "$SERVICE" --experiment "$EXPERIMENT" --gate --format markdown --output "$report"
code=$?

case $code in
  0) outcome=pass ;;
  10) outcome=fail ;;
  11) outcome=unsure ;;
  *) outcome=error ;;
esac
printf 'outcome=%s\nreport=%s\n' "$outcome" "$report" >>"$GITHUB_OUTPUT"
# The command line reports its own errors. Without a report, it could not even run.
if [ -f "$report" ]; then
  cat "$report"
else
  echo "Could not judge ${GITHUB_SHA:-this build}: the gate ended with $code. The log of this step says why."
fi | tee -a "$GITHUB_STEP_SUMMARY"
exit $code
