import { render } from "preact";
import { expect, test } from "vitest";
import { SelectField, TextField } from "../../../../components/shared/Field.tsx";
import { describe, find, findField, perform, show, type } from "../show.ts";

const ignore = () => undefined;

test("links the label, the hint, the warning and the problem to the control", async () => {
  const place = await show(
    <TextField
      label="Domain"
      value="acme"
      problem="This is not a domain."
      warning="Reserved."
      hint="Its own domain."
      onInput={ignore}
    />,
  );
  const input = findField(place, "Domain");
  expect(input.value).toBe("acme");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(describe(input)).toBe("This is not a domain.Reserved.Its own domain.");
});

test("does not mark a control without a problem as invalid", async () => {
  const place = await show(<TextField label="Domain" value="" onInput={ignore} />);
  expect(findField(place, "Domain").getAttribute("aria-invalid")).toBe("false");
});

test("announces a problem that appears later", async () => {
  const place = await show(<TextField label="Domain" value="" hint="A host." onInput={ignore} />);
  const id = findField(place, "Domain").getAttribute("aria-describedby") ?? "";
  expect(find(place, `[id="${id}"]`).getAttribute("aria-live")).toBe("polite");
});

test("keeps the descriptions of two fields with the same label apart", async () => {
  const place = await show(
    <>
      <div id="one">
        <TextField label="Name" value="" problem="One." onInput={ignore} />
      </div>
      <div id="two">
        <TextField label="Name" value="" problem="Two." onInput={ignore} />
      </div>
    </>,
  );
  expect(describe(findField(find(place, "#one"), "Name"))).toBe("One.");
  expect(describe(findField(find(place, "#two"), "Name"))).toBe("Two.");
});

test("passes the input on unchanged", async () => {
  const typed: string[] = [];
  const place = await show(
    <TextField label="Name" value="" onInput={(value) => typed.push(value)} />,
  );
  await type(findField(place, "Name"), " <b>a</b> ");
  expect(typed).toEqual([" <b>a</b> "]);
});

test("hides the characters of a secret field from view and from the form history", async () => {
  const place = await show(<TextField label="Client secret" secret value="x" onInput={ignore} />);
  const input = findField(place, "Client secret");
  expect(input.getAttribute("type")).toBe("password");
  expect(input.getAttribute("autocomplete")).toBe("off");
});

test("passes on the value of the selected option", async () => {
  const chosen: string[] = [];
  const place = await show(
    <SelectField
      label="Prompt"
      value="login"
      options={[
        { value: "login", label: "always ask" },
        { value: "none", label: "never ask" },
      ]}
      onChange={(value) => chosen.push(value)}
    />,
  );
  const select = findField(place, "Prompt");
  expect(select.value).toBe("login");
  await perform(() => {
    select.value = "none";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  expect(chosen).toEqual(["none"]);
});

test("removes the length limit of the field that it replaces", async () => {
  const place = await show(
    <TextField label="Name" value="" maxLength={60} onInput={() => undefined} />,
  );
  expect(find(place, "input").getAttribute("maxlength")).toBe("60");
  await perform(() =>
    render(<TextField label="Token" value="" onInput={() => undefined} secret />, place),
  );
  expect(find(place, "input").hasAttribute("maxlength")).toBe(false);
});
