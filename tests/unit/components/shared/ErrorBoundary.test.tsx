import { expect, test } from "vitest";
import { ErrorBoundary } from "../../../../components/shared/ErrorBoundary.tsx";
import { click, find, findButton, show, words } from "../show.ts";

/** Throws until the test repairs it. */
function createBreakable() {
  const health = { isBroken: true };
  function Breakable() {
    if (health.isBroken) throw new Error("a planted mistake with a s3cret in it");
    return <p id="mended">mended</p>;
  }
  return { Breakable, health };
}

test("names a part that fails to render, and keeps its neighbours", async () => {
  const { Breakable } = createBreakable();
  const place = await show(
    <>
      <p id="before">before</p>
      <ErrorBoundary subject="This token">
        <Breakable />
      </ErrorBoundary>
      <p id="after">after</p>
    </>,
  );
  expect(words(find(place, "[role=alert]"))).toContain("This token could not be shown.");
  expect(words(find(place, "#before"))).toBe("before");
  expect(words(find(place, "#after"))).toBe("after");
});

test("hides the text of the error, which may contain foreign content", async () => {
  const { Breakable } = createBreakable();
  const place = await show(
    <ErrorBoundary subject="This tab">
      <Breakable />
    </ErrorBoundary>,
  );
  expect(words(place)).not.toContain("s3cret");
});

test("“Retry” renders the part again", async () => {
  const { Breakable, health } = createBreakable();
  const place = await show(
    <ErrorBoundary subject="This tab">
      <Breakable />
    </ErrorBoundary>,
  );
  await click(findButton(place, "Retry"));
  expect(place.querySelectorAll("[role=alert]")).toHaveLength(1);
  health.isBroken = false;
  await click(findButton(place, "Retry"));
  expect(words(find(place, "#mended"))).toBe("mended");
  expect(place.querySelector("[role=alert]")).toBeNull();
});

test("renders the given replacement where a notice does not fit", async () => {
  const { Breakable } = createBreakable();
  const place = await show(
    <ErrorBoundary subject="This event" fallback={<i>not shown</i>}>
      <Breakable />
    </ErrorBoundary>,
  );
  expect(words(find(place, "i"))).toBe("not shown");
  expect(place.querySelector("[role=alert]")).toBeNull();
});
