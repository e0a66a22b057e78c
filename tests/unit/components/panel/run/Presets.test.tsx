import { describe, expect, test } from "vitest";
import { PastedAddress } from "../../../../../components/panel/run/PastedAddress.tsx";
import { Presets } from "../../../../../components/panel/run/Presets.tsx";
import { AddressModel } from "../../../../../lib/models/runs/address-model.ts";
import type { RunSetting } from "../../../../../lib/runs/operation.ts";
import type { RunDraft } from "../../../../../lib/runs/run-draft.ts";
import {
  click,
  find,
  findButton,
  findField,
  press,
  show,
  submit,
  type,
  words,
} from "../../show.ts";
import { draft, makePreset, openPresets, titleOf } from "./saved-runs-stage.ts";

async function showPresets(...names: string[]) {
  const stage = await openPresets(names.map(makePreset));
  const used: RunDraft[] = [];
  const run: RunDraft[] = [];
  let pasted = 0;
  const place = await show(
    <Presets
      model={stage.model}
      draft={() => draft}
      onUse={(preset) => used.push(preset)}
      onRun={(preset) => run.push(preset)}
      onPaste={() => (pasted += 1)}
      titleOf={titleOf}
      isRunning={false}
    />,
  );
  const countPasted = () => pasted;
  return {
    ...stage,
    place,
    used,
    run,
    countPasted,
    list: () => [...place.querySelectorAll("li strong")].map(words),
  };
}

describe("the presets", () => {
  test("are explained in one sentence while there are none, with a way to a URL", async () => {
    const { place, countPasted } = await showPresets();
    await click(findButton(place, "Paste a URL"));
    expect(countPasted()).toBe(1);
    expect(words(find(place, ".empty"))).toContain("No presets yet.");
    expect(findButton(place, "Export presets").disabled).toBe(true);
  });

  test("are listed with operation and place, and used or run by buttons that name them", async () => {
    const { place, used, run } = await showPresets("Silent");
    await click(findButton(place, "Run “Silent”"));
    expect(run).toMatchObject([draft]);
    expect(words(find(place, "li"))).toContain("Login with redirect, in the extension");
    await click(findButton(place, "Use “Silent”"));
    expect(used).toMatchObject([draft]);
  });

  test("are saved with Enter, and the name is emptied", async () => {
    const { place, worker, list } = await showPresets();
    worker.answer("preset.save", { presets: [makePreset("New")] });
    await type(findField(place, "Name of a new preset"), "New");
    await submit(place);
    expect(list()).toEqual(["New"]);
    expect(findField(place, "Name of a new preset").value).toBe("");
    expect(words(find(place, ".notice"))).toContain("“New” was saved.");
  });

  test("with a problem stay unsaved, and the name stays", async () => {
    const { place } = await showPresets("New");
    await type(findField(place, "Name of a new preset"), "New");
    await submit(place);
    expect(words(find(place, "[role=alert]"))).toContain("Another preset has the name “New”.");
    expect(findField(place, "Name of a new preset").value).toBe("New");
  });

  test("are deleted, the focus moves to Undo, and Undo restores them", async () => {
    const { place, worker, list } = await showPresets("Silent");
    worker.answer("preset.delete", { presets: [] });
    await click(findButton(place, "Delete “Silent”"));
    expect(list()).toEqual([]);
    expect(words(find(place, ".notice"))).toContain("“Silent” was deleted.");
    expect(document.activeElement).toBe(findButton(place, "Undo"));
    worker.answer("preset.save", { presets: [makePreset("Silent")] });
    await click(findButton(place, "Undo"));
    expect(list()).toEqual(["Silent"]);
    expect(document.activeElement).toBe(findButton(place, "Run “Silent”"));
  });

  test("are renamed in their row, unless the user cancels", async () => {
    const { place, worker, list } = await showPresets("Old");
    for (const leave of ["Cancel", "Escape"]) {
      await click(findButton(place, "Rename “Old”"));
      expect(document.activeElement).toBe(findField(place, "New name"));
      if (leave === "Cancel") await click(findButton(place, leave));
      else await press(findField(place, "New name"), leave);
      expect(list()).toEqual(["Old"]);
      expect(document.activeElement).toBe(findButton(place, "Rename “Old”"));
    }
    await click(findButton(place, "Rename “Old”"));
    await type(findField(place, "New name"), "New");
    worker.answer("preset.save", { presets: [makePreset("New")] });
    await click(findButton(place, "Rename"));
    expect(list()).toEqual(["New"]);
  });

  test("are replaced by the form, and exported one by one or all", async () => {
    const { place, worker, files } = await showPresets("a", "b");
    worker.answer("preset.save", { presets: [makePreset("a"), makePreset("b")] });
    await click(findButton(place, "Replace “a”"));
    expect(worker.sent.at(-1)?.request).toMatchObject({ presets: [{ id: "a", name: "a" }] });
    await click(findButton(place, "Export “a”"));
    await click(findButton(place, "Export presets"));
    expect(files.map((file) => file.includes('"b"'))).toEqual([false, true]);
  });
});

test("a replaced preset is restored by Undo in its notice, without its focus before", async () => {
  const { place, worker } = await showPresets("a", "b");
  worker.answer("preset.save", { presets: [makePreset("a"), makePreset("b")] });
  const replace = findButton(place, "Replace “a”");
  replace.focus();
  await click(replace);
  expect(words(find(place, ".notice"))).toContain("“a” was replaced.");
  expect(document.activeElement).toBe(replace);
  await click(findButton(place, "Undo"));
  expect(worker.sent.at(-1)?.request).toMatchObject({ presets: [makePreset("a")] });
  expect(place.querySelector(".notice")).toBeNull();
  expect(document.activeElement).toBe(findButton(place, "Run “a”"));
});

describe("a pasted URL", () => {
  const origin = "https://acme.example";
  const setting: RunSetting = {
    way: "extension",
    origin,
    managementOrigin: origin,
    clientId: "app",
    redirectUri: "https://abc.chromiumapp.org/",
    messageUri: "",
    pageOrigin: "",
  };

  async function showAddress(text: string, ...names: string[]) {
    const { model: presets, worker } = await openPresets(names.map(makePreset));
    const used: RunDraft[] = [];
    const place = await show(
      <PastedAddress
        model={new AddressModel()}
        presets={presets}
        setting={setting}
        onUse={(one) => used.push(one)}
      />,
    );
    await type(findField(place, "Authorization URL"), text);
    return { place, worker, used };
  }

  test("fills in the form, or becomes a preset", async () => {
    const url = `${origin}/authorize?client_id=app&response_type=code&audience=`;
    const { place, used, worker } = await showAddress(url);
    expect(words(find(place, ".notice.note"))).toContain("audience without a value");
    await click(findButton(place, "Fill in the form"));
    expect(used).toMatchObject([{ operation: "authorize", parameters: [["audience", ""]] }]);
    worker.answer("preset.save", { presets: [] });
    await click(findButton(place, "Save as preset"));
    expect(worker.sent.at(-1)?.request).toMatchObject({ presets: [{ name: "app code" }] });
    expect(words(find(place, ".notice.good"))).toContain("“app code” was saved.");
  });

  test("gets a free name, and a name that is in use is refused beside it", async () => {
    const url = `${origin}/authorize?client_id=app&response_type=code`;
    const { place, worker } = await showAddress(url, "app code");
    expect(findField(place, "Name of the preset").value).toBe("app code (2)");
    await type(findField(place, "Name of the preset"), "app code");
    await submit(place);
    expect(words(find(place, "[role=alert]"))).toContain("Another preset has the name");
    await type(findField(place, "Name of the preset"), "Mine");
    worker.answer("preset.save", { presets: [] });
    await submit(place);
    expect(worker.sent.at(-1)?.request).toMatchObject({ presets: [{ name: "Mine" }] });
  });

  test("of another tenant is a warning", async () => {
    const { place } = await showAddress(
      "https://b.example/authorize?client_id=a&response_type=code",
    );
    expect(words(find(place, ".notice.warning"))).toContain("belongs to https://b.example");
  });

  test("with a problem shows the problem, and offers nothing", async () => {
    const { place } = await showAddress("hello");
    expect(words(place)).toContain("This is not a URL.");
    expect(place.querySelectorAll("button")).toHaveLength(0);
  });
});
