import { expect, test } from "vitest";
import { completedScenes } from "./completed-scenes.ts";
import { repeatedScenes } from "./repeated-scenes.ts";
import { listErrors, type WorkingScene } from "./working-scene.ts";

const scenes: readonly WorkingScene[] = [...repeatedScenes, ...completedScenes];

test.each(scenes)("$rule is no error when $scene", async ({ entries }) => {
  expect(await listErrors(entries)).toEqual([]);
});

const harmful = scenes.flatMap((each) =>
  each.harmful === undefined ? [] : [{ ...each, entries: each.harmful }],
);

test.each(harmful)("$rule is an error without this: $scene", async ({ rule, entries }) => {
  expect(await listErrors(entries)).toContain(rule);
});
