"use client";

import { useState } from "react";
import { MORE_DATA, withMoreData } from "@headroom/core";
import { Field, NumberInput } from "@headroom/ui";

/** What would be left of the throughput with more records than the test had. */
export function MoreData({ most }: { most: { throughput: number } }) {
  const [times, setTimes] = useState<number | null>(null);
  const { least, most: limit } = MORE_DATA;
  const found = times !== null && times >= least && times <= limit ? withMoreData(most, times) : null;
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2 pt-2">
      <Field label="Times the data of the test" required className="w-52">
        <NumberInput value={times} onChange={setTimes} min={least} max={limit} placeholder="7" />
      </Field>
      <p role="status" className="min-w-0 flex-1 basis-72 text-13">
        {found === null ? (
          <span className="text-ink-3">How much would it take with more data?</span>
        ) : (
          <>
            {found.sentence} <span className="text-ink-3">{found.assumption}</span>
          </>
        )}
      </p>
    </div>
  );
}
