import { describe, expect, it } from "vitest";
import { formatDate, formatDays, formatInstant, formatSpan, formatTime, knownTimeZone } from "./instant.ts";

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
  it("are dates or times where the rest is known", () => {
    expect(formatDate(from, "America/New_York")).toBe("4 Nov 2025");
    expect(formatTime(from, new Date("2025-11-05T23:59:00Z"), "UTC")).toBe("03:10");
    expect(formatTime(from, new Date("2025-11-05T04:59:00Z"), "America/New_York")).toBe("22:10");
    expect(formatTime(from, new Date("2025-11-05T05:00:00Z"), "America/New_York")).toBe("4 Nov 2025, 22:10");
  });
  it("are days where a span is known by its days", () => {
    const days = (start: string, end: string, zone = "UTC") =>
      formatDays(new Date(start), new Date(end), zone);
    expect(days("2025-11-05T00:00:00Z", "2025-11-06T00:00:00Z")).toBe("Wed 5 Nov 2025");
    expect(days("2025-11-05T00:00:00Z", "2025-11-06T00:00:01Z")).toBe("Wed 5 – Thu 6 Nov 2025");
    expect(days("2025-10-31T00:00:00Z", "2025-11-02T00:00:00Z")).toBe("Fri 31 Oct – Sat 1 Nov 2025");
    expect(days("2025-12-31T12:00:00Z", "2026-01-01T12:00:00Z")).toBe("Wed 31 Dec 2025 – Thu 1 Jan 2026");
    expect(days("2025-11-05T00:00:00Z", "2025-11-06T00:00:00Z", "Asia/Tokyo")).toBe("Wed 5 – Thu 6 Nov 2025");
    expect(days("2025-09-05T00:00:00Z", "2025-09-06T00:00:00Z")).toBe("Fri 5 Sep 2025");
  });
  it("fall back to UTC for a zone that nobody knows", () => {
    expect(knownTimeZone("Mars/Olympus")).toBe("UTC");
    expect(knownTimeZone("<script>")).toBe("UTC");
    expect(knownTimeZone("Europe/Berlin")).toBe("Europe/Berlin");
  });
});
