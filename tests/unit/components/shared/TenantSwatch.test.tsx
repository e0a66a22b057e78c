import { expect, test } from "vitest";
import { TenantSwatch } from "../../../../components/shared/TenantSwatch.tsx";
import { find, show } from "../show.ts";

test("a colour is shown to those who see it, and read to nobody", async () => {
  const place = await show(<TenantSwatch colour="red" />);
  expect(find(place, ".swatch.red").getAttribute("aria-hidden")).toBe("true");
});

test("a tenant without a colour has no empty box, which would pass for one to tick", async () => {
  const place = await show(<TenantSwatch colour="none" />);
  expect(place.childElementCount).toBe(0);
});
