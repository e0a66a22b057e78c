import { expect, test } from "vitest";
import { waitFor } from "../../../launch/wait-for.ts";

test("waitFor returns the first truthy value, and tries again after an exception", async () => {
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

test("waitFor names the condition after the time limit", async () => {
  const waiting = waitFor(() => false, { what: "the badge to say 3", timeout: 1 });
  await expect(waiting).rejects.toThrow("Waited 1 ms for the badge to say 3.");
});

test("waitFor quotes the last error of the condition after the time limit", async () => {
  const waiting = waitFor(() => Promise.reject(new Error("no such frame")), {
    what: "the panel",
    timeout: 1,
  });
  await expect(waiting).rejects.toThrow("The last attempt failed: no such frame");
});
