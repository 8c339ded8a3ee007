import { describe, expect, it } from "vitest";
import { formatInstant, formatSpan, knownTimeZone } from "./instant.ts";

describe("instants", () => {
  const from = new Date("2025-11-05T03:10:00Z");

  it("are shown in the viewer's zone", () => {
    expect(formatInstant(from, "UTC")).toBe("5 Nov 2025, 03:10");
    expect(formatInstant(from, "America/New_York")).toBe("4 Nov 2025, 22:10");
  });
  it("name the second day only where there is one", () => {
    expect(formatSpan(from, new Date("2025-11-05T03:25:00Z"), "UTC")).toBe("5 Nov 2025, 03:10–03:25");
    expect(formatSpan(from, new Date("2025-11-06T01:00:00Z"), "UTC")).toBe(
      "5 Nov 2025, 03:10 – 6 Nov 2025, 01:00",
    );
    expect(formatSpan(from, new Date("2025-11-05T03:10:20Z"), "UTC")).toBe("5 Nov 2025, 03:10");
  });
  it("fall back to UTC for a zone that nobody knows", () => {
    expect(knownTimeZone("Mars/Olympus")).toBe("UTC");
    expect(knownTimeZone("<script>")).toBe("UTC");
    expect(knownTimeZone("Europe/Berlin")).toBe("Europe/Berlin");
  });
});
