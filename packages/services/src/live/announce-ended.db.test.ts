import { afterAll, expect, it, vi } from "vitest";
import { createPeakDay } from "../peak-day/create.ts";
import { removeMember } from "../member/remove.ts";
import { checkSession } from "../session/check.ts";
import { closeSession } from "../session/close.ts";
import { closeAllSessions, closeOtherSessions } from "../session/close-others.ts";
import { openSession } from "../session/open-session.ts";
import { revokeShare } from "../share/revoke.ts";
import { addMember, signInSomebody, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { openShareWorld } from "../testing/share-world.ts";
import { listenForChanges } from "./listen-for-changes.ts";

const { world, share } = await openShareWorld();
const { services } = world.test;
const heard: string[] = [];
const missed = vi.fn<() => void>();
const listening = listenForChanges(services, { heard: (id) => heard.push(id), missed });
afterAll(async () => {
  await listening.close();
  await world.close();
});

const until = (id: string) => vi.waitFor(() => expect(heard.splice(0)).toContain(id), 5_000);

it("access that has ended is announced, so that open pages end with it", async () => {
  await vi.waitFor(() => expect(missed).toHaveBeenCalled(), 5_000);
  const body = {
    service: "checkout",
    name: "Sale",
    timeZone: "UTC",
    startsAt: "2026-11-27T00:00",
    endsAt: "2026-11-28T00:00",
    eventName: "doors open",
    eventAt: "2026-11-27T08:00",
  };
  const { id: peakDayId } = await createPeakDay({ ctx: world.home.owner, input: { body, webUrl } });
  const link = await share({ subject: { kind: "peak-day", peakDayId } });
  await revokeShare({ ctx: world.home.owner, input: { shareId: link.id } });
  await until(link.id);

  const member = await addMember(services, world.home, { email: "viewer@a.example", role: "viewer" });
  const personId = member.actor.id ?? "";
  await removeMember({ ctx: world.home.owner, input: { personId } });
  await until(personId);

  const session = await signInSomebody(services, "feeds@a.example");
  const { secret } = await openSession(services, { personId: session.person.id, device: "a" });
  await closeSession({ services, input: { secret } });
  await until(session.person.id);
  await closeOtherSessions({ services, session, input: { sessionId: null } });
  await until(session.person.id);
  await closeAllSessions({ services, session });
  await until(session.person.id);
  await expect(checkSession({ services, input: { secret } })).rejects.toMatchObject({
    code: "unauthenticated",
  });
});
