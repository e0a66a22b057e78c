import { useState } from "preact/hooks";
import { describe, expect, test } from "vitest";
import { OperationField } from "../../../../../components/panel/run/OperationField.tsx";
import { WayFields } from "../../../../../components/panel/run/WayFields.tsx";
import type { Field, Way } from "../../../../../lib/runs/operation.ts";
import {
  click,
  describe as describeControl,
  find,
  findField,
  perform,
  show,
  type,
  words,
} from "../../show.ts";
import { sampleOperation } from "./sample-run.ts";

const offers = [
  { id: "1", label: "Login with redirect, 12:03", token: "at-2" },
  { id: "2", label: "Refresh, 12:00", token: "at-1" },
];

function findSample(name: string): Field {
  const found = sampleOperation.fields.find((field) => field.name === name);
  if (found === undefined) throw new Error(`The sample has no field ${name}.`);
  return found;
}

async function showField(name: string, problem?: string) {
  const given: string[] = [];
  const field = findSample(name);
  function Bound() {
    const [value, setValue] = useState("");
    return (
      <OperationField
        field={field}
        value={value}
        problem={problem}
        placeholder="the default"
        offers={field.token === undefined ? [] : offers}
        onInput={(text) => {
          given.push(text);
          setValue(text);
        }}
      />
    );
  }
  return { place: await show(<Bound />), last: () => given.at(-1) };
}

describe("the control of a field", () => {
  test.each([
    ["clientID", "Client ID", "text"],
    ["password", "Password", "password"],
    ["accessToken", "Access token (optional)", "password"],
  ])("of %s is one line, masked for a secret", async (name, label, kind) => {
    const { place, last } = await showField(name);
    const control = findField(place, label);
    expect(control.getAttribute("type")).toBe(kind);
    expect(control.getAttribute("placeholder")).toBe("the default");
    await type(control, "x");
    expect(last()).toBe("x");
  });

  test("of JSON has several lines, with hint and problem", async () => {
    const { place } = await showField("metadata", "Enter a JSON object.");
    const control = findField(place, "Metadata");
    expect(control.tagName).toBe("TEXTAREA");
    expect(control.getAttribute("aria-invalid")).toBe("true");
    expect(describeControl(control)).toBe("Enter a JSON object.A JSON object.");
  });

  test("of a flag is a checkbox with the values true and empty", async () => {
    const { place, last } = await showField("federated");
    const control = findField(place, "Federated");
    await click(control);
    expect(last()).toBe("true");
    await click(control);
    expect(last()).toBe("");
  });

  test("of a choice is a list", async () => {
    const { place, last } = await showField("send");
    const control = findField(place, "Send");
    expect([...control.querySelectorAll("option")].map(words)).toEqual(["a code", "a link"]);
    await perform(() => {
      control.value = "link";
      control.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(last()).toBe("link");
  });

  test("of a token offers those of earlier runs, and shows which one is in use", async () => {
    const { place, last } = await showField("accessToken");
    const list = find(place, "select");
    if (!(list instanceof HTMLSelectElement)) throw new Error("The offers are no list.");
    expect(list.getAttribute("aria-label")).toBe("Access token: tokens of earlier runs");
    await perform(() => {
      list.value = "2";
      list.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(last()).toBe("at-1");
    await type(findField(place, "Access token (optional)"), "typed");
    expect(list.value).toBe("");
    expect(words(place)).not.toContain("at-1");
  });
});

describe("the choice of the place", () => {
  async function showWays(props: Partial<Parameters<typeof WayFields>[0]> = {}) {
    const chosen: Way[] = [];
    const place = await show(
      <WayFields
        way="extension"
        unavailable={{}}
        place={undefined}
        onChange={(way) => chosen.push(way)}
        {...props}
      />,
    );
    return { place, chosen };
  }

  test("has both ways", async () => {
    const { place, chosen } = await showWays();
    await click(findField(place, "In the inspected page"));
    expect(chosen).toEqual(["page"]);
  });

  test("gives the reason of a way that is not available, and hides the problem of its place", async () => {
    const { place } = await showWays({
      unavailable: { extension: "It needs a page." },
      place: { problem: "No page." },
    });
    const control = findField(place, "In the extension");
    expect(control.disabled).toBe(true);
    expect(describeControl(control)).toBe("Not available: It needs a page.");
    expect(words(place)).not.toContain("No page.");
  });

  test.each([
    [{ problem: "No page." }, "No page."],
    [
      { pageOrigin: "a", redirectUri: "b", messageUri: "c", warning: "Another tab." },
      "Another tab.",
    ],
  ])("shows the problem or the warning of the place", async (read, text) => {
    const { place } = await showWays({ place: read });
    expect(words(find(place, ".run-place"))).toBe(text);
  });
});
