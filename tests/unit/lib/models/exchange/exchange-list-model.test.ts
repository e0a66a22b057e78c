import { expect, test } from "vitest";

import { ExchangeListModel } from "../../../../../lib/models/exchange/exchange-list-model.ts";
import { createFakeWorker, createLostWorker } from "../fake-worker.ts";

const makeProfile = (id: string, name = id) => ({
  id,
  name,
  subject_token_type: `urn:acme:${id}`,
  action_id: "act_1",
  type: "custom_authentication",
});

test("is empty until a tenant is shown, and then contains its profiles", async () => {
  const { send, sent } = createFakeWorker({
    "token-exchange-profile.list": async () => ({ profiles: [makeProfile("a"), makeProfile("b")] }),
  });
  const model = new ExchangeListModel({ send });
  expect(model.count.value).toBeUndefined();
  await model.read();
  expect(sent).toEqual([]);
  const showing = model.show("https://one.example");
  expect(model.state.value).toEqual({ kind: "reading" });
  await showing;
  expect(model.count.value).toBe(2);
  await model.show("https://one.example");
  expect(sent).toHaveLength(1);
});

test("discards a response for a tenant that is no longer shown", async () => {
  const waiting: (() => void)[] = [];
  const { send } = createFakeWorker({
    "token-exchange-profile.list": async ({ tenantId }) => {
      if (tenantId === "https://slow.example")
        await new Promise<void>((resolve) => waiting.push(resolve));
      return { profiles: [makeProfile(new URL(tenantId).hostname)] };
    },
  });
  const model = new ExchangeListModel({ send });
  const slow = model.show("https://slow.example");
  await model.show("https://fast.example");
  for (const goOn of waiting) goOn();
  await slow;
  expect(model.profiles.value.map(({ id }) => id)).toEqual(["fast.example"]);
});

test("keeps the known profiles after a failure, reports it, and loads again the next time", async () => {
  let isWell = true;
  const { send } = createFakeWorker({
    "token-exchange-profile.list": async () => {
      if (!isWell) throw new Error("nobody foresaw it");
      return { profiles: [makeProfile("a")] };
    },
  });
  const model = new ExchangeListModel({ send });
  await model.show("https://one.example");
  isWell = false;
  await model.read();
  expect(model.state.value).toMatchObject({ kind: "failed", failure: { code: "unexpected" } });
  expect(model.count.value).toBe(1);
  isWell = true;
  await model.show("https://one.example");
  expect(model.state.value).toEqual({ kind: "read" });
});

test("stays unread with a message if the worker is unreachable", async () => {
  const model = new ExchangeListModel({ send: createLostWorker() });
  await model.show("https://one.example");
  expect(model.state.value).toMatchObject({ failure: { code: "worker-unreachable" } });
  expect(model.count.value).toBeUndefined();
});

test("keeps profiles that are created, changed or deleted while an older list is loaded", async () => {
  const answers = [
    [makeProfile("a"), makeProfile("b")],
    [makeProfile("b"), makeProfile("c")],
  ];
  const late = Promise.withResolvers<void>();
  const { send, sent } = createFakeWorker({
    "token-exchange-profile.list": async () => {
      const [first, ...rest] = answers.splice(0, 1);
      expect(rest).toEqual([]);
      if (answers.length > 0) await late.promise;
      return { profiles: first ?? [] };
    },
  });
  const model = new ExchangeListModel({ send });
  const showing = model.show("https://one.example");
  model.put("https://one.example", makeProfile("c"));
  await expect.poll(() => model.state.value.kind).toBe("read");
  late.resolve();
  await showing;
  expect(model.profiles.value.map(({ id }) => id)).toEqual(["b", "c"]);
  expect(sent).toHaveLength(2);
});

test("shows a created, changed or deleted profile at once, at its own tenant only", async () => {
  const { send } = createFakeWorker({
    "token-exchange-profile.list": async () => ({ profiles: [makeProfile("a")] }),
  });
  const model = new ExchangeListModel({ send });
  await model.show("https://one.example");
  model.put("https://one.example", makeProfile("b"));
  model.put("https://one.example", makeProfile("a", "renamed"));
  model.put("https://two.example", makeProfile("c"));
  model.drop("https://two.example", "b");
  expect(model.profiles.value.map(({ name }) => name)).toEqual(["renamed", "b"]);
  model.drop("https://one.example", "a");
  expect(model.profiles.value.map(({ name }) => name)).toEqual(["b"]);
});
