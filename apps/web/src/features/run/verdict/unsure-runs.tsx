import { UNSURE_DAYS } from "@headroom/core";
import { EmptyState, PageHead, Sentence, Sheet, Table, textLinkClass } from "@headroom/ui";
import { AppLink } from "../../shell/app-link.tsx";
import { ViewerTime } from "../../shell/viewer-time.tsx";
import type { UnsureModel, UnsureRow } from "./prepare-unsure.ts";

/** Why runs of the last month are unsure, and what to do about it. */
export function UnsureRuns({ model, timeZone }: { model: UnsureModel; timeZone: string }) {
  return (
    <>
      <PageHead sentence={<Sentence lead={model.lead} rest={model.rest} />} />
      <Sheet label="Unsure runs">
        {model.rows.length === 0 ? (
          <EmptyState
            title={`Every run of the last ${UNSURE_DAYS} days was settled.`}
            step="Runs whose results don't show whether they hold are listed here by reason."
          />
        ) : (
          <Table label="Unsure runs by reason" narrow="blocks">
            <thead>
              <tr>
                <th scope="col">Reason</th>
                <th scope="col">Runs</th>
                <th scope="col">Latest</th>
                <th scope="col">What to do</th>
              </tr>
            </thead>
            <tbody>
              {model.rows.map((row) => (
                <Row key={row.reason} row={row} timeZone={timeZone} />
              ))}
            </tbody>
          </Table>
        )}
      </Sheet>
    </>
  );
}

function Row({
  row: { reason, count, share, latest, next },
  timeZone,
}: {
  row: UnsureRow;
  timeZone: string;
}) {
  return (
    <tr>
      <th scope="row" className="font-normal">
        {reason}
      </th>
      <td>
        {count} <span className="text-12 text-ink-3">{share}</span>
      </td>
      <td>
        <AppLink href={latest.href} className={textLinkClass}>
          {latest.text}
        </AppLink>
        <span className="block text-12 text-ink-3">
          {latest.service}, <ViewerTime from={latest.at} timeZone={timeZone} />
        </span>
      </td>
      <td>
        {next === null ? null : (
          <>
            {next.words}{" "}
            {next.link === null ? null : (
              <AppLink href={next.link.href} className={textLinkClass}>
                {next.link.text}
              </AppLink>
            )}
          </>
        )}
      </td>
    </tr>
  );
}
