import type { ExperimentDetail, RunReference } from "@headroom/services";
import { Icon, Muted, PageHead, Tag, VerdictPill, buttonClass } from "@headroom/ui";
import { DeltaLine } from "../delta/delta-line.tsx";
import { CompareButton } from "../run/compare/compare-button.tsx";
import { prepareCompare } from "../run/compare/prepare-compare.ts";
import { ViewsButton } from "../saved-views/views-button.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { ReadAgainWhile } from "../shell/read-again.tsx";
import { ExperimentMenu } from "./experiment-menu.tsx";
import { prepareHead } from "./prepare-head.ts";

interface ExperimentHeadProps {
  detail: ExperimentDetail;
  reference: RunReference | null;
  uploadHref: string;
  webUrl: string;
  mayEdit: boolean;
  /** Some run is still being judged. */
  isPending: boolean;
  now: Date;
}

const MOST_TAGS = 4;

/** What changed, whether it holds, and what to do with it. */
export function ExperimentHead(props: ExperimentHeadProps) {
  const { detail, reference, uploadHref, webUrl, mayEdit, isPending, now } = props;
  const head = prepareHead(detail, now);
  return (
    <PageHead
      eyebrow={
        <>
          <VerdictPill state={head.state} ofSome={head.ofSome} size="head" />
          <span className="font-medium wrap-anywhere text-ink-2">{detail.name}</span>
          {detail.tags.slice(0, MOST_TAGS).map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
          {/* The runs are read at a moment of their own, and may be judged by then. */}
          <ReadAgainWhile pending={isPending || head.state === "pending"} />
        </>
      }
      sentence={
        <>
          <span dir="auto">{head.lead}</span> <Muted>{head.rest}</Muted>
        </>
      }
      meta={<Meta items={head.meta} delta={head.delta} />}
      actions={
        <>
          <ViewsButton page="experiment" mayEdit={mayEdit} />
          {mayEdit ? <Actions detail={detail} webUrl={webUrl} uploadHref={uploadHref} /> : null}
          <CompareNewest detail={detail} reference={reference} />
        </>
      }
    />
  );
}

function CompareNewest({ detail, reference }: Pick<ExperimentHeadProps, "detail" | "reference">) {
  const [newest] = detail.recentRuns;
  if (newest === undefined || reference === null) return null;
  const { id, number } = newest;
  return (
    <CompareButton
      look="primary"
      model={prepareCompare({ id, number, experiment: detail.name }, reference)}
    />
  );
}

interface MetaProps {
  items: ReturnType<typeof prepareHead>["meta"];
  delta: ReturnType<typeof prepareHead>["delta"] | undefined;
}

function Meta({ items, delta }: MetaProps) {
  return (
    <ul className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-13 text-ink-2">
      {delta === undefined ? null : (
        <li className="min-w-0">
          <DeltaLine delta={delta} figures />
        </li>
      )}
      {items.map(({ name, value }) => (
        <li key={name} className="min-w-0 [overflow-wrap:anywhere]">
          {name} <b className="font-medium text-ink">{value}</b>
        </li>
      ))}
    </ul>
  );
}

interface ActionsProps {
  detail: ExperimentDetail;
  webUrl: string;
  uploadHref: string;
}

function Actions({ detail, webUrl, uploadHref }: ActionsProps) {
  return (
    <>
      <ExperimentMenu
        experimentId={detail.id}
        name={detail.name}
        runs={detail.runsTotal}
        latest={detail.recentRuns[0] ?? null}
        badge={detail.badge === null ? null : `${webUrl}${detail.badge}`}
        page={`${webUrl}/experiments/${detail.id}`}
      />
      <AppLink href={`/experiments/${detail.id}/edit`} className={buttonClass()}>
        <Icon name="edit" />
        Edit
      </AppLink>
      <AppLink href={uploadHref} className={buttonClass()}>
        <Icon name="upload" />
        Upload a run
      </AppLink>
    </>
  );
}
