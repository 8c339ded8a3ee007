import { describe, expect, it } from "vitest";
import { readTraceId } from "./trace-id.ts";

const ID = "4bf92f3577b34da6a3ce929d0e0e4736";

describe("a trace ID", () => {
  it.each([
    [ID, ID],
    [ID.toUpperCase(), ID],
    [` ${ID} `, ID],
    ["a3ce929d0e0e4736", "a3ce929d0e0e4736"],
    [`00-${ID}-00f067aa0ba902b7-01`, ID],
    [`00-${ID.toUpperCase()}-00F067AA0BA902B7-01`, ID],
  ])("is read from %s", (recorded, id) => {
    expect(readTraceId(recorded)).toBe(id);
  });

  it.each([
    "",
    "null",
    "${traceparent}",
    ID.slice(1),
    `${ID}0`,
    `${ID.slice(1)}g`,
    "0".repeat(32),
    `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
    `ff-${ID}-00f067aa0ba902b7-01`,
    `00-${ID}-00f067aa0ba902b7`,
    `${ID}\n<script>`,
  ])("isn't read from %j", (recorded) => {
    expect(readTraceId(recorded)).toBeNull();
  });
});
