import type { Sample } from "../sample-source.ts";

type Samples = readonly Sample[];

/** Requests of one label take so many times as long. */
export function slowed(samples: Samples, label: string, times: number): Sample[] {
  return samples.map((one) =>
    one.label === label ? { ...one, latencyMicros: Math.round(one.latencyMicros * times) } : one,
  );
}

/** So many of each hundred requests fail. */
export function failing(samples: Samples, ofHundred: number): Sample[] {
  return samples.map((one, at) => ({ ...one, failed: (at * 37) % 100 < ofHundred }));
}

/** Only a share of them: throughput falls. */
export function sparse(samples: Samples, share: number): Sample[] {
  return samples.filter((_, at) => Math.floor((at + 1) * share) > Math.floor(at * share));
}

export function relabelled(samples: Samples, names: Readonly<Record<string, string>>): Sample[] {
  return samples.map((one) => ({ ...one, label: names[one.label] ?? one.label }));
}

/** With a few more requests, to a label that the others don't have. */
export function withLabel(samples: Samples, label: string): Sample[] {
  return samples.flatMap((one, at) => (at % 50 === 0 ? [one, { ...one, label }] : [one]));
}

/** What one of two generators sent. */
export function halved(samples: Samples, which: 0 | 1): Sample[] {
  return samples.filter((_, at) => Math.floor(at / 3) % 2 === which);
}
