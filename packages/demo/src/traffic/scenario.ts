/** One kind of request to the simulated service. */
export interface TrafficOperation {
  method: string;
  route: string;
  /** Of all requests; the shares of a scenario add up to 1. */
  share: number;
  /** Before the scenario's latencies are fitted: only the proportions between operations count. */
  medianMillis: number;
  /** Deviation of the latency's logarithm: 0.3 is narrow, 0.7 has a long tail. */
  spread: number;
  errorRate: number;
  /** What is answered from a cache: its share of the operation's requests at the peak, and how long that takes. */
  cached?: { share: number; medianMillis: number; spread: number };
}

/** A day of a service's traffic. */
export interface TrafficScenario {
  name: string;
  title: string;
  story: string;
  operations: readonly TrafficOperation[];
  /** [hour of the day, level], in between smooth. Only the proportions count. */
  shape: readonly (readonly [hour: number, level: number])[];
  /** The busiest stretch of this length has so many requests. */
  peak: { requests: number; seconds: number };
  /** What all requests together take at the peak. */
  latency: { of: "mean" | "p99"; millis: number };
}

/** The service that a scenario's traffic goes to, unless another one is named. */
export function serviceOf({ title }: TrafficScenario): string {
  return `${title} (simulated)`;
}
