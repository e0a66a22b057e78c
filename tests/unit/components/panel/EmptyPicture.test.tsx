import { expect, test } from "vitest";
import { EmptyPicture } from "../../../../components/panel/EmptyPicture.tsx";
import { find, show } from "../show.ts";

test("a picture of an empty tab is called an example, and says what it shows", async () => {
  const place = await show(
    <EmptyPicture label="two events" texts={[[8, 18, "user.created", "code"]]} lines="M0 24H126" />,
  );
  expect(find(place, "[role=img]").getAttribute("aria-label")).toBe("Example: two events");
  expect(find(place, "text.code").textContent).toBe("user.created");
});
