/** How fast one core decodes InfluxDB line protocol, compared with splitting the same text. */
import type { MetricSink } from "@headroom/core";
import { decodeInflux } from "@headroom/formats";

const LINES = 100_000;
const LABELS = 500;
const ROUNDS = 7;
const AT = 1_795_254_167_468;

/** Nothing but a sum, so that the compiler can't remove the work. */
class NoSink implements MetricSink {
  #series = 0;
  sum = 0;

  series(): number {
    return this.#series++;
  }

  number(series: number, _time: unknown, value: number): void {
    this.sum += series + value;
  }

  histogram(): void {}

  exponential(): void {}

  summary(): void {}

  exemplar(): void {}

  stale(): void {}

  refuse(at: number, reason: string): void {
    throw new Error(`Line ${at}: ${reason}`);
  }
}

/** As k6 sends a request's latency. */
const text = Array.from({ length: LINES }, (_, index) => {
  const label = `GET-/orders/${index % LABELS}`;
  const tags = `expected_response=true,group=::browse,method=GET,name=${label},proto=HTTP/1.1,scenario=default,status=200`;
  return `http_req_duration,${tags} url="${label}",value=${(index % 9_973) / 37} ${AT + index}000000`;
}).join("\n");
const body = Buffer.from(text);

/** Wrong for escapes and for texts that contain a space or comma. */
function splitLines(bytes: Buffer): number {
  let sum = 0;
  for (const line of bytes.toString("utf8").split("\n")) {
    const [key, fields, time] = line.split(" ") as [string, string, string];
    const tags = new Map(
      key
        .split(",")
        .slice(1)
        .map((tag) => tag.split("=") as [string, string]),
    );
    for (const field of fields.split(",")) {
      const [, value] = field.split("=") as [string, string];
      if (!value.startsWith('"')) sum += Number(value) + tags.size + Number(time) / 1_000;
    }
  }
  return sum;
}

const split = best(() => splitLines(body));
const decode = best(() => {
  const sink = new NoSink();
  const { values } = decodeInflux(body, { precision: "ns" }, sink);
  if (values !== LINES) throw new Error(`${values} values`);
});
console.log(`line protocol, ${LINES} lines, ${(body.length / 1e6).toFixed(1)} MB, best of ${ROUNDS}`);
console.log(`  split   ${figures(split)}`);
console.log(`  decode  ${figures(decode)}  ${(split / decode).toFixed(1)}x as fast`);

function figures(seconds: number): string {
  return `${(LINES / seconds / 1e3).toFixed(0).padStart(6)} thousand lines/s ${(seconds * 1e3).toFixed(1).padStart(7)} ms`;
}

function best(work: () => unknown): number {
  let seconds = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    work();
    seconds = Math.min(seconds, (performance.now() - began) / 1_000);
  }
  return seconds;
}
