import { expect, test } from "vitest";
import { BuildFooter } from "../../../../components/shared/BuildFooter.tsx";
import { show, words } from "../show.ts";

test("shows the commit of a QA build", async () => {
  expect(words(await show(<BuildFooter commit="0a1b2c3d4e5f" />))).toBe("QA build 0a1b2c3d4e5f");
});

test("shows nothing in a build without a commit", async () => {
  expect(words(await show(<BuildFooter commit="" />))).toBe("");
});
