import type { ReactNode } from "react";
import { PAIR_OUTCOMES } from "@headroom/core";
import {
  ChangePill,
  Command,
  DataList,
  EmptyState,
  FigureStrip,
  GradeMark,
  Kbd,
  Notice,
  PairPill,
  ProofChip,
  Rail,
  RunDot,
  Sheet,
  SheetNote,
  Skeleton,
  Sparkline,
  Table,
  Tag,
  VerdictPill,
} from "@headroom/ui";
import type { ChangeState, FigureCell, VerdictState } from "@headroom/ui";
import { HOSTILE, LONG_NAME, RIGHT_TO_LEFT } from "./sample-data.ts";
import type { InTheme } from "./both-themes.tsx";
import { Sample } from "./sample.tsx";

const VERDICTS: readonly VerdictState[] = ["met", "missed", "unsure", "open", "untargeted", "none"];
const CHANGES: readonly ChangeState[] = [
  "improved",
  "regressed",
  "same",
  "noisy",
  "differs",
  "not-tested",
  "not-comparable",
  "pending",
];
const SPARK = [210, 214, null, 208, 251, 247, 240, null, 236, 232];
const PROOF = {
  grade: "A",
  title: "How this p99 was calculated",
  facts: [
    { name: "source", value: "36,242,100 samples" },
    { name: "error bound", value: "238.8 to 241.2 ms" },
    { name: "slower requests", value: "362,421" },
  ],
  reasons: ["Closed load model: slow requests may be missing."],
} as const;

const CELLS: readonly FigureCell[] = [
  {
    key: "throughput",
    label: "Throughput \u2265 50,000 req/s",
    state: <VerdictPill state="missed" />,
    value: "40,269",
    unit: "req/s",
    rail: <Rail ratio={0.81} verdict="missed" />,
    caption: "\u22129,731 req/s, \u221219.5%",
  },
  {
    key: "p99",
    label: "p99 \u2264 200 ms",
    state: <VerdictPill state="unsure" />,
    value: "199",
    unit: "ms",
    proof: <ProofChip note={PROOF} />,
    rail: <Rail ratio={1.005} verdict="unsure" />,
    caption: "within the error bound",
  },
  {
    key: "long",
    label: LONG_NAME,
    state: <VerdictPill state="met" />,
    value: "0",
    unit: "of 31.0 M",
    rail: <Rail ratio={9} verdict="met" />,
    caption: RIGHT_TO_LEFT,
  },
  { key: "none", label: "Cost", value: null, unit: "$", caption: "no prices set" },
];

export function WordsSection({ theme }: InTheme) {
  return (
    <>
      <Sheet label={`Verdicts, ${theme}`}>
        <Verdicts />
        <Marks />
      </Sheet>
      <FigureStrip label={`Figures, ${theme}`} cells={CELLS} />
      <Sheet label={`Tables, ${theme}`}>
        <SampleTable theme={theme} />
        <SheetNote>The miss comes entirely from the three labels that still read Bigtable.</SheetNote>
      </Sheet>
      <Sheet label={`Messages, ${theme}`}>
        <Notices />
        <Loading />
        <EmptyState
          title="No “Mixed requests” runs yet."
          step="Upload the result file of your load tool. The page updates automatically."
        >
          <Command
            label="Send a run"
            text={'curl --data-binary @results.jtl \\\n  "$HEADROOM/v1/runs?service=recs&experiment=mixed"'}
          />
        </EmptyState>
      </Sheet>
    </>
  );
}

function Verdicts() {
  return (
    <Sample title="Verdicts" words="icon shape, word and colour say the same thing">
      <Row>
        {VERDICTS.map((state) => (
          <VerdictPill key={state} state={state} />
        ))}
      </Row>
      <Row>
        {CHANGES.map((state) => (
          <ChangePill key={state} state={state} />
        ))}
      </Row>
      <Row>
        {PAIR_OUTCOMES.map((state) => (
          <PairPill key={state} state={state} />
        ))}
      </Row>
      <Row>
        <VerdictPill state="met" size="head" />
        <VerdictPill state="missed" size="head" />
        <VerdictPill state="unsure" size="head" />
      </Row>
    </Sample>
  );
}

function Marks() {
  return (
    <Sample title="Grades, runs, rails, sparklines, tags">
      <Row>
        {(["A", "B", "C", "D"] as const).map((grade) => (
          <GradeMark key={grade} grade={grade} />
        ))}
        <ProofChip note={PROOF} />
        {Array.from({ length: 10 }, (_, position) => (
          <RunDot key={position} position={position} />
        ))}
      </Row>
      <Row>
        {[6.35, 1.05, 0.81, 0.28].map((ratio) => (
          <Rail key={ratio} ratio={ratio} verdict={ratio > 1 ? "met" : "missed"} className="w-24" />
        ))}
      </Row>
      <Row>
        <Sparkline values={SPARK} target={220} verdict="missed" label="p99 of ten runs" />
        <Sparkline values={[null, 5, null]} target={null} verdict="met" label="one run" />
        <Sparkline values={[]} target={null} verdict={null} label="no runs yet" />
      </Row>
      <Row>
        <Tag>shadow</Tag>
        <Tag>{RIGHT_TO_LEFT}</Tag>
        <Tag>{HOSTILE}</Tag>
        <Kbd>Ctrl K</Kbd>
      </Row>
    </Sample>
  );
}

function SampleTable({ theme }: InTheme) {
  return (
    <Table label={`Labels, ${theme}`} narrow="scroll">
      <thead>
        <tr>
          <th scope="col">Label</th>
          <th scope="col" className="right">
            p99, ms
          </th>
          <th scope="col">Verdict</th>
        </tr>
      </thead>
      <tbody>
        {["search.autocomplete", HOSTILE, RIGHT_TO_LEFT, LONG_NAME].map((name) => (
          <tr key={name}>
            <th scope="row" className="font-mono font-normal wrap-anywhere">
              {name}
            </th>
            <td className="right">131</td>
            <td>
              <ChangePill state="same" />
              <ChangePill state="noisy" />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Notices() {
  return (
    <Sample title="Notices and lists">
      <div className="flex flex-col gap-2">
        <Notice tone="good" title="Saved.">
          Run 43 was judged again: 3 of 4 targets met.
        </Notice>
        <Notice tone="bad" title="Line 88,412 was rejected:">
          latency is not a number.
        </Notice>
        <Notice tone="unsure" title="Comparable, with 3 differences to know about.">
          Memory 8 to 12 GB and a higher CPU limit.
        </Notice>
        <Notice>{LONG_NAME}</Notice>
      </div>
      <DataList
        className="mt-4"
        items={[
          { name: "Request set", value: "200,000+ distinct" },
          { name: "Duration", value: "15 min" },
          { name: "Owner", value: LONG_NAME },
          { name: "Cost", value: null },
        ]}
      />
    </Sample>
  );
}

function Loading() {
  return (
    <Sample title="Loading" words="skeletons have the size of the content">
      <div className="grid grid-cols-2 gap-5">
        <div className="flex flex-col gap-2.5">
          <Skeleton className="h-2.5 w-16" />
          <Skeleton className="h-6.5 w-30" />
          <Skeleton className="h-2.5 w-24" />
        </div>
        <Skeleton className="h-16" />
      </div>
    </Sample>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2.5">{children}</div>;
}
