/** How fast one core decodes remote write, compared with a plain pass over the same bytes. */
import type { MetricSink } from "@headroom/core";
import { encodeSnappy, ProtoWriter, writeSample } from "@headroom/core/wire";
import { decodeRemoteWrite, decodeSnappy } from "@headroom/formats";

const SERIES = 50_000;
const ROUNDS = 7;
const AT = 1_795_254_167_468;

/** Nothing but a sum, so that the compiler can't remove the work. */
class NoSink implements MetricSink {
  #series = 0;
  sum = 0;
  refused = 0;

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

  refuse(): void {
    this.refused += 1;
  }
}

/** A service's latency buckets: twelve labels of three to forty characters, as Prometheus adds them. */
function labelsOf(index: number): [string, string][] {
  return [
    ["__name__", "http_server_request_duration_seconds_bucket"],
    ["cluster", "prod-eu-1"],
    ["container", "checkout"],
    ["http_request_method", index % 2 === 0 ? "GET" : "POST"],
    ["http_response_status_code", "200"],
    ["http_route", `/api/v2/orders/{id}/items/${index % 97}`],
    ["instance", `10.12.${index % 200}.17:9464`],
    ["job", "checkout"],
    ["le", String((index % 14) * 0.05)],
    ["namespace", "shop"],
    ["pod", `checkout-7d9f8b6c5-${index.toString(36)}`],
    ["service", "checkout"],
  ];
}

function body1(): Uint8Array {
  const body = new ProtoWriter();
  for (let index = 0; index < SERIES; index++) {
    writeSample(body, { labels: labelsOf(index), value: index, atMillis: AT });
  }
  return body.finish();
}

function body2(): Uint8Array {
  const symbols = new Map([["", 0]]);
  const refer = (text: string) => {
    const known = symbols.get(text) ?? symbols.size;
    symbols.set(text, known);
    return known;
  };
  const all = new ProtoWriter();
  for (let index = 0; index < SERIES; index++) {
    all.message(5, (series) => {
      series.uints(1, labelsOf(index).flat().map(refer));
      series.message(2, (sample) => sample.double(1, index).int(2, AT));
      series.message(5, (metadata) => metadata.int(1, 3));
    });
  }
  const body = new ProtoWriter();
  for (const text of symbols.keys()) body.text(4, text);
  return body.raw(all.finish()).finish();
}

for (const [version, body] of [
  ["1.0", body1()],
  ["2.0", body2()],
] as const) {
  const block = encodeSnappy(body);
  const scan = best(() => sumOf(body));
  const unpack = best(() => decodeSnappy(block, body.length));
  const decode = best(() => {
    const sink = new NoSink();
    const { samples } = decodeRemoteWrite(body, { version }, sink);
    if (samples !== SERIES || sink.refused > 0)
      throw new Error(`${samples} samples, ${sink.refused} refused`);
  });
  const figures = (seconds: number) =>
    `${(SERIES / seconds / 1e3).toFixed(0).padStart(6)} thousand series/s ${(seconds * 1e3).toFixed(1).padStart(7)} ms`;
  console.log(
    `remote write ${version}, ${SERIES} series, ${(body.length / 1e6).toFixed(1)} MB, best of ${ROUNDS}`,
  );
  console.log(`  bytes only      ${figures(scan)}`);
  console.log(`  Snappy literals ${figures(unpack)}`);
  console.log(`  decode          ${figures(decode)}  ${(decode / scan).toFixed(1)}x the pass's time`);
}

function sumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at++) sum += bytes[at] as number;
  return sum;
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
