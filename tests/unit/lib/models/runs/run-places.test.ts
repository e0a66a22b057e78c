import { expect, test } from "vitest";
import { createRunPlaces, type ReadPlace } from "../../../../../lib/models/runs/run-places.ts";

test("a read that a later one has overtaken changes nothing", async () => {
  const answers: ((place: ReadPlace) => void)[] = [];
  const { places, read } = createRunPlaces(() => new Promise((resolve) => answers.push(resolve)));
  const [interrupted, later] = [read("page"), read("page")];
  const place = { pageOrigin: "https://app.example", redirectUri: "", messageUri: "" };
  answers[1]?.(place);
  await later;
  answers[0]?.({ problem: "The page was left." });
  expect(await interrupted).toEqual({ problem: "The page was left." });
  expect(places.value).toEqual({ page: place });
});
