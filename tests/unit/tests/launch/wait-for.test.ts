import { expect, test } from "vitest";
import { waitFor } from "../../../launch/wait-for.ts";

test("waiting returns the first answer that is truthy, and takes an exception for not yet", async () => {
  const answers = [
    () => undefined,
    () => {
      throw new Error("still navigating");
    },
    () => "ready",
  ];
  const answer = await waitFor(() => answers.shift()?.(), { what: "the page to be ready" });
  expect(answer).toBe("ready");
});

test("waiting in vain fails with what was waited for", async () => {
  const waiting = waitFor(() => false, { what: "the badge to say 3", timeout: 1 });
  await expect(waiting).rejects.toThrow("Waited 1 ms for the badge to say 3.");
});

test("waiting in vain tells the condition's last error", async () => {
  const waiting = waitFor(() => Promise.reject(new Error("no such frame")), {
    what: "the panel",
    timeout: 1,
  });
  await expect(waiting).rejects.toThrow("The last attempt failed: no such frame");
});
