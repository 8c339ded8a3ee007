/**
 * What a metric's points mean to a run. The parts of a request (http_req_waiting and its like), checks, iterations and
 * transferred bytes mean nothing here.
 */
export const OTHER = 0;
export const HTTP_REQUEST = 1;
export const GRPC_REQUEST = 2;
/** 1 where the request whose metrics stand just before was not the expected kind of answer. */
export const HTTP_FAILED = 3;
/** Iterations that were never begun: at an arrival rate for want of users, else because the scenario's time was up. */
export const DROPPED_ITERATIONS = 4;
/** How many virtual users there are, told once a second. */
export const USERS = 5;

export type Meaning = 0 | 1 | 2 | 3 | 4 | 5;

const NAMES: Record<string, Meaning> = {
  http_req_duration: HTTP_REQUEST,
  grpc_req_duration: GRPC_REQUEST,
  http_req_failed: HTTP_FAILED,
  dropped_iterations: DROPPED_ITERATIONS,
  vus: USERS,
};

export function meaningOf(metric: string): Meaning {
  return Object.hasOwn(NAMES, metric) ? (NAMES[metric] ?? OTHER) : OTHER;
}

const BY_BYTES = Object.entries(NAMES).map(([name, meaning]) => ({ bytes: Buffer.from(name), meaning }));

/** The same for a metric's name in bytes[from..to). */
export function meaningOfBytes(bytes: Uint8Array, from: number, to: number): Meaning {
  for (const known of BY_BYTES) {
    if (known.bytes.length === to - from && startsWith(bytes, from, known.bytes)) return known.meaning;
  }
  return OTHER;
}

export function startsWith(bytes: Uint8Array, from: number, prefix: Uint8Array): boolean {
  for (let index = 0; index < prefix.length; index++) if (bytes[from + index] !== prefix[index]) return false;
  return true;
}
