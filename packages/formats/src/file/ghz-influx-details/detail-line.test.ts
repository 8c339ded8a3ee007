import { expect, it } from "vitest";
import { readDetailLine } from "./detail-line.ts";

const LINE =
  'ghz_detail,call="a.B/C",hasError=true latency=535585,error="no\\ way:\\ "x",\\ y\\=1",status="Aborted" 1795255580233444684';

it("finds the parts of a line, whatever its error holds", () => {
  expect(readDetailLine(LINE)).toEqual({
    call: "a.B/C",
    latencyNanos: 535_585,
    error: 'no way: "x", y=1',
    status: "Aborted",
    startMicros: 1_795_255_580_233_444,
  });
});

it.each([
  "",
  LINE.slice(0, 60),
  LINE.slice(0, -20),
  LINE.replace("535585", "5.3"),
  LINE.replace(',status="', ',state="'),
  LINE.replace(" latency", ",latency"),
])("%j is none", (line) => expect(readDetailLine(line)).toBeNull());

it("leaves a negative latency to be refused by its place", () => {
  expect(readDetailLine(LINE.replace("535585", "-5"))?.latencyNanos).toBe(-5);
});
