import { expect, test } from "vitest";
import type { WindowMessage } from "../../../../lib/auth/ports.ts";
import type { PageFacts } from "../../../../lib/sandbox/page-facts.ts";
import { createSilentFrames } from "../../../../lib/sandbox/silent-frames.ts";
import type { Visit } from "../../../../lib/sandbox/user-agent.ts";

const origin = "https://sandbox.invalid";
const ownOrigin = "chrome-extension://abc";
const url = `${origin}/authorize?prompt=none`;
const message = { type: "authorization_response", response: { state: "s" } };

/** Opens frames whose pages have this task, or whose way ends elsewhere. */
function openFrames(task: PageFacts["task"], visit?: Visit) {
  const received: WindowMessage[] = [];
  const opened: string[] = [];
  const stopped: string[] = [];
  const ports = createSilentFrames({
    origin,
    ownOrigin,
    agent: {
      open: async () => visit ?? { kind: "page", url, status: 200, html: "<p>" },
      submit: () => Promise.reject(new Error("Nothing is submitted here.")),
    },
    readPage: () => ({ title: "", styles: [], ...(task && { task }) }),
    page: {
      frames: {
        open(other) {
          opened.push(other);
          return { window: "real", remove: () => undefined };
        },
      },
      messages: {
        listen() {
          return () => void stopped.push("page");
        },
      },
    },
  });
  const stop = ports.messages.listen((each) => received.push(each));
  return { ports, received, opened, stopped, stop };
}

test.each([ownOrigin, "*"])("delivers the message of a page that addresses %s", async (target) => {
  const { ports, received } = openFrames({ task: "post", targetOrigin: target, message });
  const frame = ports.frames.open(url);
  await expect.poll(() => received).toEqual([{ origin, source: frame.window, data: message }]);
});

test.each([
  ["another page", { task: "post", targetOrigin: "https://app.example", message }, undefined],
  ["nobody", undefined, undefined],
  ["a callback", undefined, { kind: "left", url: "https://app.example/callback" }],
] as const)("delivers nothing of a page for %s", async (_who, task, visit) => {
  const { ports, received } = openFrames(task, visit);
  ports.frames.open(url);
  const control = openFrames({ task: "post", targetOrigin: "*", message });
  control.ports.frames.open(url);
  await expect.poll(() => control.received).toHaveLength(1);
  expect(received).toEqual([]);
});

test("delivers nothing to a frame that was removed, nor to a listener that has stopped", async () => {
  const { ports, received, stop, stopped } = openFrames({
    task: "post",
    targetOrigin: "*",
    message,
  });
  ports.frames.open(url).remove();
  const frame = ports.frames.open(url);
  await expect.poll(() => received.map(({ source }) => source)).toEqual([frame.window]);
  stop();
  expect(stopped).toEqual(["page"]);
});

test("opens real frames for all other tenants", () => {
  const { ports, opened } = openFrames(undefined);
  expect(ports.frames.open("https://acme.example/authorize").window).toBe("real");
  expect(opened).toEqual(["https://acme.example/authorize"]);
});
