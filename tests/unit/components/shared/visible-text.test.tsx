import { render } from "preact";
import { expect, test } from "vitest";
import "../../../../components/shared/visible-text.ts";
import { TextField } from "../../../../components/shared/Field.tsx";
import { find, show, words } from "../show.ts";

const hostile = "ad\u202Emin\u200B\u0007";
const written = String.raw`ad\u202emin\u200b\u0007`;

test("escapes hidden characters in texts and in visible or announced attributes", async () => {
  const Plain = () => <>{hostile}</>;
  const place = await show(
    <div>
      <p title={hostile} aria-label={hostile} data-name={hostile}>
        a {hostile} b
      </p>
      <b>
        <Plain />
      </b>
      <option>{hostile}</option>
    </div>,
  );
  const paragraph = find(place, "p");
  expect(paragraph.textContent).toBe(`a ${written} b`);
  expect(paragraph.title).toBe(written);
  expect(paragraph.getAttribute("aria-label")).toBe(written);
  expect(paragraph.dataset["name"]).toBe(hostile);
  expect(words(find(place, "b"))).toBe(written);
  expect(words(find(place, "option"))).toBe(written);
});

test("escapes them again when a text changes", async () => {
  const place = await show(<p>plain</p>);
  render(<p>{hostile}</p>, place);
  expect(place.textContent).toBe(written);
});

test("keeps the value of a form control, and reports its hidden characters", async () => {
  const field = (value: string) => (
    <TextField label="Name" value={value} onInput={() => undefined} />
  );
  const place = await show(field(hostile));
  expect(find(place, "input")).toHaveProperty("value", hostile);
  expect(words(find(place, ".warning"))).toBe(`Hidden characters: ${written}`);
  expect((await show(field("plain"))).querySelector(".warning")).toBeNull();
  const secret = <TextField label="Key" value={hostile} onInput={() => undefined} secret />;
  expect((await show(secret)).querySelector(".warning")).toBeNull();
});
