import { expect, test } from "vitest";
import { answeredScenes } from "./answered-scenes.ts";
import { apiScenes } from "./api-scenes.ts";
import { completedScenes } from "./completed-scenes.ts";
import { repeatedScenes } from "./repeated-scenes.ts";
import { serverScenes } from "./server-scenes.ts";
import { sessionScenes } from "./session-scenes.ts";
import { listErrors, type WorkingScene } from "./working-scene.ts";

const scenes: readonly WorkingScene[] = [
  ...repeatedScenes,
  ...completedScenes,
  ...answeredScenes,
  ...apiScenes,
  ...serverScenes,
  ...sessionScenes,
];

test.each(scenes)("$rule is no error when $scene", async ({ entries }) => {
  expect(await listErrors(entries)).toEqual([]);
});

const harmful = scenes.flatMap((each) =>
  each.harmful === undefined ? [] : [{ ...each, entries: each.harmful }],
);

test.each(harmful)("$rule is an error without this: $scene", async ({ rule, entries }) => {
  expect(await listErrors(entries)).toContain(rule);
});
