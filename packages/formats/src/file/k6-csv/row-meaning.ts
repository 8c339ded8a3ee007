import {
  DROPPED_ITERATIONS,
  GRPC_REQUEST,
  HTTP_FAILED,
  HTTP_REQUEST,
  OTHER,
  startsWith,
  USERS,
} from "../k6-ndjson/metrics.ts";
import type { Meaning } from "../k6-ndjson/metrics.ts";

const HTTP_PARTS = Buffer.from("http_req_");
const HTTP_DURATION = Buffer.from("http_req_duration,");
const HTTP_FAILED_NAME = Buffer.from("http_req_failed,");
const GRPC_DURATION = Buffer.from("grpc_req_duration,");
const DROPPED = Buffer.from("dropped_iterations,");
const VUS = Buffer.from("vus,");
const D = 100;
const F = 102;
const G = 103;
const H = 104;
const V = 118;

/** What the row at `at` means by its first field; by the byte in which k6's own names differ, before the whole name. */
export function meaningOfRow(bytes: Uint8Array, at: number): Meaning {
  switch (Number(bytes[at])) {
    case H: {
      const part = bytes[at + HTTP_PARTS.length];
      if (part === D && startsWith(bytes, at, HTTP_DURATION)) return HTTP_REQUEST;
      return part === F && startsWith(bytes, at, HTTP_FAILED_NAME) ? HTTP_FAILED : OTHER;
    }
    case G:
      return startsWith(bytes, at, GRPC_DURATION) ? GRPC_REQUEST : OTHER;
    case D:
      return startsWith(bytes, at, DROPPED) ? DROPPED_ITERATIONS : OTHER;
    case V:
      return startsWith(bytes, at, VUS) ? USERS : OTHER;
    default:
      return OTHER;
  }
}
