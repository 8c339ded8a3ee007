import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProtoWriter } from "@headroom/core/wire";
import { RecordedMetrics } from "../recorded-metrics.ts";
import { decodeRemoteWrite } from "./decode-remote-write.ts";
import { body1, body2 } from "./encoded-body.ts";
import { KnownLabels } from "./known-labels.ts";

const NOW = 1_795_254_167_468;
const sample = (value: number) => [[value, NOW]] as const;

function decode(body: Uint8Array, known?: KnownLabels, version: "1.0" | "2.0" = "1.0") {
  const metrics = new RecordedMetrics();
  const result = decodeRemoteWrite(body, { version, ...(known === undefined ? {} : { known }) }, metrics);
  return { result, metrics };
}

const bucket = { __name__: "x_bucket", job: "api", le: "0.5" };
const reordered = { le: "0.5", job: "api", __name__: "x_bucket" };
const bodies: [string, Uint8Array][] = [
  ["plain series", body1([{ labels: bucket, samples: sample(1) }])],
  ["metadata", body1([{ labels: bucket, samples: sample(2) }], [["x", 3]])],
  ["labels in another order", body1([{ labels: reordered, samples: sample(3) }])],
  [
    "a label twice",
    body1([
      {
        labels: [
          ["__name__", "x_bucket"],
          ["le", "1"],
          ["le", "2"],
        ],
        samples: sample(4),
      },
    ]),
  ],
  ["no name", body1([{ labels: { job: "api" }, samples: sample(5) }])],
  [
    "a native histogram",
    body1([{ labels: { __name__: "x" }, histograms: [(one) => one.int(1, 0).int(15, NOW)] }]),
  ],
  [
    "several series",
    body1([1, 2, 3, 2, 1].map((at) => ({ labels: { __name__: `s${at}` }, samples: sample(at) }))),
  ],
  [
    "labels after their values",
    new ProtoWriter()
      .message(1, (series) => {
        series.message(2, (one) => one.double(1, 6).int(2, NOW));
        series.message(1, (label) => label.text(1, "__name__").text(2, "late"));
      })
      .finish(),
  ],
  [
    "labels around their values",
    new ProtoWriter()
      .message(1, (series) => {
        series.message(1, (label) => label.text(1, "__name__").text(2, "s1"));
        series.message(2, (one) => one.double(1, 7).int(2, NOW));
        series.message(1, (label) => label.text(1, "job").text(2, "api"));
      })
      .finish(),
  ],
];

describe("bodies that share what they know", () => {
  it.each(bodies)("are read like any other: %s", (_what, body) => {
    const known = new KnownLabels();
    for (const [, before] of bodies) decode(before, known);
    for (let round = 0; round < 2; round++) {
      const shared = decode(body, known);
      const alone = decode(body);
      expect(shared.result).toEqual(alone.result);
      expect(shared.metrics).toEqual(alone.metrics);
    }
  });

  it("hand over the same series, so that a sink can remember it", () => {
    const known = new KnownLabels();
    const body = body1([{ labels: bucket, samples: sample(1) }]);
    expect(decode(body, known).metrics.all[0]).toBe(decode(body, known).metrics.all[0]);
  });

  it("have nothing in common in version 2.0, whose numbers mean another text in another body", () => {
    const known = new KnownLabels();
    for (const name of ["a", "b"]) {
      const { metrics } = decode(body2([{ labels: { __name__: name }, samples: sample(1) }]), known, "2.0");
      expect(metrics.all.map((series) => series.name)).toEqual([name]);
    }
  });

  it("pass a series on once, whatever the order of its labels", () => {
    const body = body1([
      { labels: bucket, samples: sample(1) },
      { labels: reordered, samples: sample(2) },
    ]);
    expect(decode(body).metrics.all).toHaveLength(1);
  });

  it("are read like any other in each order, also where the labels of one series begin like those of another", () => {
    const labels = fc.constantFrom<Record<string, string>>(
      { __name__: "x" },
      { __name__: "x", a: "1" },
      { __name__: "x", a: "1", b: "2" },
      { __name__: "x", a: "2" },
      { a: "1", __name__: "x" },
    );
    const samples = fc.array(fc.tuple(fc.nat(9), fc.constant(NOW)), { maxLength: 2 });
    const sent = fc.array(fc.record({ labels, samples }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 6 }), (all) => {
        const known = new KnownLabels();
        for (const body of all.map((series) => body1(series)))
          expect(decode(body, known)).toEqual(decode(body));
      }),
    );
  });

  it("are refused at the same byte when they are cut", () => {
    const [, whole] = bodies[6] as (typeof bodies)[number];
    const known = new KnownLabels();
    decode(whole, known);
    const outcome = (body: Uint8Array, of?: KnownLabels) => {
      try {
        return decode(body, of).result;
      } catch (error) {
        return (error as Error).message;
      }
    };
    for (let length = 0; length < whole.length; length++)
      expect(outcome(whole.subarray(0, length), known)).toEqual(outcome(whole.subarray(0, length)));
  });
});
