import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { demo } from "../../../launch/demo.ts";
import { startSoakTenant } from "../../../soak/soak-tenant.ts";
import { StreamControl } from "../../../soak/stream-control.ts";

const tokenSchema = z.object({ access_token: z.string() });

async function openControl() {
  const tenant = await startSoakTenant();
  onTestFinished(() => tenant.close());
  const { origin } = tenant;
  const answer = await fetch(`${origin}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      grant_type: "client_credentials",
      client_id: demo.managementClientId,
      client_secret: demo.managementClientSecret,
      audience: `${origin}/api/v2/`,
      scope: "read:events",
    }),
  });
  const token = tokenSchema.parse(await answer.json()).access_token;
  const streams = new AbortController();
  onTestFinished(() => streams.abort());
  return {
    control: new StreamControl(origin),
    openStream: () =>
      fetch(`${origin}/api/v2/events`, {
        headers: { authorization: `Bearer ${token}` },
        signal: streams.signal,
      }),
  };
}

/** Returns true if an operation ends before the tenant has responded twice. */
async function isOverAtOnce(control: StreamControl, work: Promise<unknown>): Promise<boolean> {
  const state = { isOver: false };
  const done = () => {
    state.isOver = true;
  };
  work.then(done, done);
  await control.countStreams();
  await control.countStreams();
  return state.isOver;
}

test.each([
  ["drop", (control: StreamControl) => control.drop()],
  ["rotate", (control: StreamControl) => control.rotate()],
  ["freeze", (control: StreamControl) => control.freeze()],
  ["send", (control: StreamControl) => control.send({ text: "data: {\n\n" })],
])("%s waits for an open stream", async (_, happen) => {
  const { control, openStream } = await openControl();
  const happening = happen(control);
  expect(await isOverAtOnce(control, happening)).toBe(false);
  await openStream();
  await happening;
});

test.each([
  ["a planned response", (control: StreamControl) => control.answerNext(500)],
  [
    "a planned interruption",
    (control: StreamControl) => control.interrupt({ at: "frame", ending: "close" }),
  ],
])("waiting for %s ends when it has happened", async (_, plan) => {
  const { control, openStream } = await openControl();
  await control.untilHappened();
  await plan(control);
  const happening = control.untilHappened();
  expect(await isOverAtOnce(control, happening)).toBe(false);
  const { body } = await openStream();
  await control.emit(10);
  await body?.pipeTo(new WritableStream());
  await happening;
});
