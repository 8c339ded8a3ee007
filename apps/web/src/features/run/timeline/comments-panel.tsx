"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RunComment } from "@headroom/services";
import {
  BareButton,
  Button,
  Form,
  Notice,
  TextArea,
  formatClock,
  formatCount,
  textLinkClass,
} from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { NotLoaded } from "../../shell/not-loaded.tsx";
import { ViewerTime } from "../../shell/viewer-time.tsx";
import { useChartLinks } from "./chart-links.tsx";
import { CommentForm } from "./comment-form.tsx";
import { EventForm } from "./event-form.tsx";
import { problemWords } from "../view/problem-words.ts";
import { useRunView } from "../view/run-view.tsx";
import { useComments } from "./use-comments.ts";

interface CommentsPanelProps {
  first: RunComment[];
  events: readonly { at: string; kind: string; title: string; url: string | null }[];
  origin: string | null;
  timeZone: string;
  mayEdit: boolean;
}

/** What happened and what people say about it, in the order of time. */
export function CommentsPanel({ first, events, origin, timeZone, mayEdit }: CommentsPanelProps) {
  const { comments, error, readAgain } = useComments(first);
  const open = comments.filter(({ resolved }) => resolved === null);
  const settled = comments.filter(({ resolved }) => resolved !== null);
  const line = (comment: RunComment) => (
    <CommentLine key={comment.id} comment={comment} timeZone={timeZone} mayEdit={mayEdit} />
  );
  return (
    <div
      id="comments"
      className="grid scroll-mt-4 grid-cols-1 desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] desk:divide-x desk:divide-line"
    >
      <div className="min-w-0 px-4 py-4 wide:px-5">
        <h3 className="text-13 font-semibold">
          Comments <span className="font-normal text-ink-3">{open.length}</span>
        </h3>
        {error === null ? null : (
          <NotLoaded onRetry={readAgain} className="mt-2">
            Couldn't load the latest comments.
          </NotLoaded>
        )}
        {comments.length === 0 ? (
          <p className="mt-2 text-13 text-ink-2">
            {mayEdit
              ? "No comments yet. Pin a comment to a moment and it appears on the timeline."
              : "No comments yet."}
          </p>
        ) : (
          <ol className="mt-2 divide-y divide-line">{open.map(line)}</ol>
        )}
        {settled.length === 0 ? null : (
          <details className="mt-2 text-13">
            <summary className="min-h-6 cursor-pointer font-medium text-ink-2">
              {formatCount(settled.length)} resolved
            </summary>
            <ol className="divide-y divide-line">{settled.map(line)}</ol>
          </details>
        )}
        {mayEdit ? <CommentForm hasTime={origin !== null} /> : null}
      </div>
      <Events events={events} origin={origin} mayEdit={mayEdit} />
    </div>
  );
}

type EventsProps = Pick<CommentsPanelProps, "events" | "origin" | "mayEdit">;

function Events({ events, origin, mayEdit }: EventsProps) {
  const { runId } = useRunView();
  return (
    <div className="min-w-0 border-t border-line px-4 py-4 wide:px-5 desk:border-t-0">
      <h3 className="text-13 font-semibold">
        Events <span className="font-normal text-ink-3">{events.length}</span>
      </h3>
      {events.length === 0 ? (
        <p className="mt-2 text-13 text-ink-2">
          No events yet. Deploys, scaling, and cache flushes appear on the timeline. Send them from CI with
          POST /v1/runs/{runId}/events.
        </p>
      ) : (
        <ol className="mt-2 divide-y divide-line text-13">
          {events.map(({ at, kind, title, url }) => (
            <li key={`${at} ${kind} ${title}`} className="flex gap-3 py-2">
              <span className="w-14 flex-none text-ink-3">{clockOf(at, origin)}</span>
              <span className="min-w-0 wrap-anywhere">
                <b className="font-medium">{kind.replace("-", " ")}</b>{" "}
                {url === null ? (
                  title
                ) : (
                  <a href={url} rel="noreferrer" className={textLinkClass}>
                    {title}
                  </a>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
      {mayEdit && origin !== null ? <EventForm origin={origin} /> : null}
    </div>
  );
}

interface CommentLineProps {
  comment: RunComment;
  timeZone: string;
  mayEdit: boolean;
}

function CommentLine({ comment, timeZone, mayEdit }: CommentLineProps) {
  const links = useChartLinks();
  const [editing, setEditing] = useState(false);
  const { atSeconds, author, body, createdAt, editedAt, figure, resolved } = comment;
  const show = () => {
    links.crosshair?.set({ at: atSeconds });
    document.getElementById("timeline")?.scrollIntoView({ block: "start" });
  };
  return (
    <li className="py-2.5 text-13" id={`comment-${comment.id}`}>
      <p className="flex flex-wrap items-baseline gap-x-2 text-12 text-ink-3">
        <b className="font-semibold text-ink">{author ?? "A former member"}</b>
        {atSeconds === null ? null : (
          <BareButton onClick={show} className={`${textLinkClass} py-0.5`}>
            at {formatClock(atSeconds)}
          </BareButton>
        )}
        {figure === null ? null : <span>on {figure}</span>}
        <ViewerTime from={createdAt.toISOString()} timeZone={timeZone} />
        {editedAt === null ? null : <span>edited</span>}
        {resolved === null ? null : (
          <span>
            resolved by {resolved.by ?? "a former member"}{" "}
            <ViewerTime from={resolved.at.toISOString()} timeZone={timeZone} />
          </span>
        )}
      </p>
      {editing ? (
        <EditComment comment={comment} onDone={() => setEditing(false)} />
      ) : (
        <p dir="auto" className="mt-0.5 wrap-anywhere whitespace-pre-wrap text-ink-2">
          {body}
        </p>
      )}
      {mayEdit && !editing ? <Actions comment={comment} onEdit={() => setEditing(true)} /> : null}
    </li>
  );
}

function useCommentsChanged() {
  const trpc = useTRPC();
  const { runId } = useRunView();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.run.comments.queryFilter({ runId }));
}

function EditComment({ comment, onDone }: { comment: RunComment; onDone: () => void }) {
  const trpc = useTRPC();
  const changed = useCommentsChanged();
  const [body, setBody] = useState(comment.body);
  const { mutate, isPending, error } = useMutation(
    trpc.run.editComment.mutationOptions({
      onSuccess: async () => {
        await changed();
        onDone();
      },
    }),
  );
  return (
    <Form
      className="mt-1.5 space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ commentId: comment.id, body });
      }}
    >
      <TextArea aria-label="Comment" value={body} onChange={setBody} maxLength={4000} required />
      {error ? (
        <Notice tone="bad" live>
          {problemWords(error)}
        </Notice>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" look="primary" busy={isPending}>
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </Form>
  );
}

/** Anyone may resolve a comment; only its author changes or deletes it. */
function Actions({ comment, onEdit }: { comment: RunComment; onEdit: () => void }) {
  const trpc = useTRPC();
  const onSuccess = useCommentsChanged();
  const remove = useMutation(trpc.run.deleteComment.mutationOptions({ onSuccess }));
  const resolve = useMutation(trpc.run.resolveComment.mutationOptions({ onSuccess }));
  const commentId = comment.id;
  const isOpen = comment.resolved === null;
  const isPending = remove.isPending || resolve.isPending;
  const error = remove.error ?? resolve.error;
  return (
    <p className="mt-1 flex flex-wrap gap-3 text-12">
      <BareButton
        disabled={isPending}
        onClick={() => resolve.mutate({ commentId, resolved: isOpen })}
        className={`${textLinkClass} py-1`}
      >
        {isOpen ? "Resolve" : "Reopen"}
      </BareButton>
      {comment.own ? (
        <>
          <BareButton onClick={onEdit} className={`${textLinkClass} py-1`}>
            Edit
          </BareButton>
          <BareButton
            disabled={isPending}
            onClick={() => remove.mutate({ commentId })}
            className={`${textLinkClass} py-1`}
          >
            Delete
          </BareButton>
        </>
      ) : null}
      {error ? (
        <span role="alert" className="text-bad">
          {problemWords(error)}
        </span>
      ) : null}
    </p>
  );
}

function clockOf(at: string, origin: string | null): string {
  return origin === null ? "" : formatClock((Date.parse(at) - Date.parse(origin)) / 1000);
}
