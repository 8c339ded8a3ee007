import type { CurvePreview, ERROR_UNITS, P99_UNITS } from "@headroom/contract";
import { Field, Select, formatCount, formatFigure } from "@headroom/ui";
import type { CurveChoice } from "./send-curve.ts";

type Unit = NonNullable<CurvePreview["unit"]>;
const UNIT_WORDS: Record<Unit, string> = {
  "per-second": "Requests per second",
  "per-minute": "Requests per minute",
  "per-hour": "Requests per hour",
  "per-point": "Requests since the value before",
};
const ERROR_WORDS: Record<(typeof ERROR_UNITS)[number], string> = {
  "per-second": "Failed requests per second",
  "per-minute": "Failed requests per minute",
  "per-hour": "Failed requests per hour",
  "per-point": "Failed requests since the value before",
  share: "Share of the requests, from 0 to 1",
  percent: "Share of the requests, in percent",
};
const P99_WORDS: Record<(typeof P99_UNITS)[number], string> = {
  s: "Seconds",
  ms: "Milliseconds",
  us: "Microseconds",
};

interface CurveChoicesProps {
  preview: CurvePreview;
  choice: CurveChoice;
  onChoose: (changes: Partial<CurveChoice>) => void;
}

/** What people have to say about a file: which of its series is what, and in which units. */
export function CurveChoices({ preview, choice, onChoose }: CurveChoicesProps) {
  const { series, chosen, unit, units, problems } = preview;
  const asks = (field: string) => problems.some((one) => one.field === field);
  const isDay = choice.of !== "weeks-before";
  return (
    <>
      {series.length > 1 ? (
        <SeriesField
          label="Series"
          first="Choose the series that counts the requests"
          series={series}
          value={chosen}
          onChoose={(name) => onChoose({ series: name })}
        />
      ) : null}
      {units.length === 0 ? null : (
        <Field label="What the values count" required>
          <Select
            options={[
              { value: "", label: "Choose a unit" },
              ...units.map((one) => ({
                value: one.unit,
                label: `${UNIT_WORDS[one.unit]}: a peak of ${formatFigure(one.peak)} req/s`,
              })),
            ]}
            value={unit ?? ""}
            onChange={(value) => (value === "" ? undefined : onChoose({ unit: value }))}
          />
        </Field>
      )}
      {series.length > 1 && isDay ? (
        <>
          <SeriesField
            label="p99"
            first="None"
            series={series}
            value={choice.p99}
            onChoose={(p99) => onChoose({ p99, p99Unit: null })}
          />
          {asks("p99Unit") || choice.p99Unit !== null ? (
            <UnitField
              label="What p99 is in"
              words={P99_WORDS}
              value={choice.p99Unit}
              onChoose={(p99Unit) => onChoose({ p99Unit })}
            />
          ) : null}
          <SeriesField
            label="Errors"
            first="None"
            series={series}
            value={choice.errors}
            onChoose={(errors) => onChoose({ errors, errorsUnit: null })}
          />
          {asks("errorsUnit") || choice.errorsUnit !== null ? (
            <UnitField
              label="What the errors count"
              words={ERROR_WORDS}
              value={choice.errorsUnit}
              onChoose={(errorsUnit) => onChoose({ errorsUnit })}
            />
          ) : null}
        </>
      ) : null}
    </>
  );
}

interface SeriesFieldProps {
  label: string;
  /** The choice of no series. */
  first: string;
  series: CurvePreview["series"];
  value: string | null;
  onChoose: (name: string | null) => void;
}

function SeriesField({ label, first, series, value, onChoose }: SeriesFieldProps) {
  return (
    <Field label={label} required={first !== "None"}>
      <Select
        options={[
          { value: "", label: first },
          ...series.map(({ name, values }) => ({
            value: name,
            label: `${name} (${formatCount(values)} values)`,
          })),
        ]}
        value={value ?? ""}
        onChange={(name) => onChoose(name === "" ? null : name)}
      />
    </Field>
  );
}

interface UnitFieldProps {
  label: string;
  words: Readonly<Record<string, string>>;
  value: string | null;
  onChoose: (unit: string) => void;
}

function UnitField({ label, words, value, onChoose }: UnitFieldProps) {
  return (
    <Field label={label} required>
      <Select
        options={[
          { value: "", label: "Choose a unit" },
          ...Object.entries(words).map(([unit, text]) => ({ value: unit, label: text })),
        ]}
        value={value ?? ""}
        onChange={(unit) => (unit === "" ? undefined : onChoose(unit))}
      />
    </Field>
  );
}
