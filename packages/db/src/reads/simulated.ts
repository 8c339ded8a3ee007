/** Whether a simulator made up a run, at least in part, in SQL; `run` is the name of the table there. */
export function isSimulated(run: string): string {
  return `(${run}.warnings @> '[{"code": "traffic-simulated"}]' or ${run}.warnings @> '[{"code": "traffic-partly-simulated"}]')`;
}
