import { z } from "zod";
import { newEvent, serviceEvent, slugOf } from "@headroom/contract";
import { EVENT_KINDS } from "@headroom/core";
import { pathOf } from "../api.ts";
import { writeTool } from "../tool.ts";
import { quoted } from "../untrusted.ts";

const added = z.strictObject({ events: z.array(serviceEvent) });

export const addServiceEvent = writeTool({
  name: "add_service_event",
  title: "Add an event to a service",
  about:
    "Adds a deploy, a change of scale, a cache flush, a failure or a note to a service, at a moment: a line in its charts, for everyone in the workspace. Only do this if the user asks for it. Adding the same event again changes nothing.",
  scope: "ingest",
  input: z.strictObject({
    service: z.string().min(1).max(200).describe("By name. It has to exist."),
    at: newEvent.shape.at.describe("A date and time with a time zone: 2026-11-21T15:00:00Z."),
    kind: z.enum(EVENT_KINDS),
    title: newEvent.shape.title,
    link: newEvent.shape.url,
  }),
  output: z.strictObject({
    id: z.string(),
    service: z.string(),
    at: z.string(),
    kind: z.string(),
    title: z.string(),
  }),
  async run(api, { service, at, kind, title, link }) {
    const slug = slugOf(service, "service");
    const body = { at, kind, title, url: link ?? null };
    const { events } = await api.post(added, pathOf`/v1/services/${slug}/events`, body);
    const [event] = events;
    if (event === undefined) throw new Error("the server added no event");
    return {
      lines: [`Added to service ${quoted(slug)} at ${event.at}: ${event.kind} ${quoted(event.title)}.`],
      data: { id: event.id, service: slug, at: event.at, kind: event.kind, title: event.title },
    };
  },
});
