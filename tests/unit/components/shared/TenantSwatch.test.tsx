import { expect, test } from "vitest";
import { TenantSwatch } from "../../../../components/shared/TenantSwatch.tsx";
import { find, show } from "../show.ts";

test("shows a colour, and hides it from screen readers", async () => {
  const place = await show(<TenantSwatch colour="red" />);
  expect(find(place, ".swatch.red").getAttribute("aria-hidden")).toBe("true");
});

test("shows no empty box for a tenant without a colour", async () => {
  const place = await show(<TenantSwatch colour="none" />);
  expect(place.childElementCount).toBe(0);
});
