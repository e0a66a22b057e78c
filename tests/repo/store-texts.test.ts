import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  checkCommands,
  findForeignLabels,
  findMissingLinks,
  joinProductTexts,
  listLinkedFiles,
} from "./check-documents.ts";
import {
  checkDataKinds,
  checkKeptData,
  checkListing,
  checkPermissions,
  findForeignHosts,
  storeManifestSchema,
  type Manifests,
  type StoreManifest,
} from "./check-store-texts.ts";
import { readSize } from "../release/check-store.ts";
import { root } from "./overlay.ts";
import { readFiles } from "./read-files.ts";

const messagesSchema = z.record(z.string(), z.object({ message: z.string() }));
const scriptsSchema = z.object({ scripts: z.record(z.string(), z.string()) });

const files = readFiles();
const texts = files.filter(({ path }) => /^docs\/store\/.*\.md$/.test(path));
const product = joinProductTexts(files);

function readText(path: string): string {
  const file = files.find((candidate) => candidate.path === path);
  if (file === undefined) throw new Error(`${path} is missing.`);
  return file.text;
}

const readStoreText = (name: string): string => readText(`docs/store/${name}.md`);

/** Reads a built manifest, with its messages in English. */
function readManifest(folder: string): StoreManifest {
  const read = (path: string) => readFileSync(join(root, ".output/fresh", folder, path), "utf8");
  const messages = messagesSchema.parse(JSON.parse(read("_locales/en/messages.json")));
  const manifest = read("manifest.json").replaceAll(
    /__MSG_(\w+)__/g,
    (_all, key: string) => messages[key]?.message ?? "",
  );
  return storeManifestSchema.parse(JSON.parse(manifest));
}

const manifests: Manifests = {
  Chromium: readManifest("chrome-mv3"),
  Firefox: readManifest("firefox-mv3"),
};

/** Replaces a part of a text, which the text must contain. */
function plant(text: string, part: string, planted: string): string {
  expect(text).toContain(part);
  return text.replace(part, () => planted);
}

describe("the listing", () => {
  const listing = readStoreText("listing");
  const { name, description } = manifests.Chromium;

  test("has the name and the description of both manifests, in the lengths of the stores", () => {
    expect(checkListing(listing, manifests.Chromium)).toEqual([]);
    expect(checkListing(listing, manifests.Firefox)).toEqual([]);
  });

  test("is reported with another name or description than the manifest", () => {
    expect(checkListing(plant(listing, name, "Inspector"), manifests.Chromium)).toEqual([
      `Name should be "${name}", as in the manifest.`,
    ]);
    const planted = { ...manifests.Chromium, description: "Debug logins." };
    expect(checkListing(listing, planted)).toEqual([
      'Short description should be "Debug logins.", as in the manifest.',
    ]);
  });

  test("is reported with a name or description that is too long", () => {
    const long = { name: "n".repeat(46), description: "d".repeat(133) };
    const planted = plant(
      plant(listing, `\n${name}\n`, `\n${long.name}\n`),
      description,
      long.description,
    );
    expect(checkListing(planted, { ...manifests.Chromium, ...long })).toEqual([
      "Name has 46 characters; expected 1 to 45.",
      "Short description has 133 characters; expected 1 to 132.",
    ]);
  });

  test("is reported with two purposes, or without the notice", () => {
    const two = plant(listing, "an identity tenant: it", "an identity tenant. It");
    expect(checkListing(two, manifests.Chromium)).toEqual([
      "Single purpose should be one sentence.",
    ]);
    const silent = plant(listing, "not affiliated with", "a friend of");
    expect(checkListing(silent, manifests.Chromium)).toEqual([
      "Long description lacks the notice that the extension is not affiliated.",
    ]);
  });
});

test("each picture that the listing names is there in both themes, in the size of the stores", () => {
  const [, named = ""] = readStoreText("listing").split("## Pictures");
  const scenes = [...named.matchAll(/`([a-z]+)`/g)].map(([, scene]) => scene);
  expect(scenes).toHaveLength(5);
  const measure = (name: string) =>
    readSize(readFileSync(join(root, "docs/pictures", `${name}.png`)));
  for (const scene of scenes)
    for (const theme of ["light", "dark"])
      expect(measure(`${scene}-${theme}`), scene).toEqual({ width: 1280, height: 800 });
  expect(measure("add-tenant")).not.toEqual({ width: 1280, height: 800 });
  expect(readSize(new Uint8Array(40))).toBeUndefined();
});

describe("the permissions", () => {
  const permissions = readStoreText("permissions");

  test("have exactly one section each, with the browsers of the manifests", () => {
    expect(checkPermissions(permissions, manifests)).toEqual([]);
  });

  test.each([
    ["permission", { permissions: [...manifests.Firefox.permissions, "tabs"] }, "tabs"],
    ["host", { host_permissions: ["https://planted.example/*"] }, "https://planted.example/*"],
    ["optional permission", { optional_permissions: ["notifications", "history"] }, "history"],
    ["optional host", { optional_host_permissions: ["http://*/*"] }, "http://*/*"],
  ])("are reported without a section for a new %s of a manifest", (_kind, planted, name) => {
    const Firefox = { ...manifests.Firefox, ...planted };
    expect(checkPermissions(permissions, { ...manifests, Firefox })).toContain(
      `permissions.md has no section for ${name}.`,
    );
  });

  test("are reported with a section that is foreign, repeated or for another browser", () => {
    expect(checkPermissions(plant(permissions, "## `alarms`", "## `cookies`"), manifests)).toEqual([
      "permissions.md describes cookies, which no manifest contains.",
      "permissions.md has no section for alarms.",
    ]);
    expect(
      checkPermissions(plant(permissions, "## `alarms`", "## `alarms`, `storage`"), manifests),
    ).toEqual(["permissions.md has several sections for storage."]);
    const optional = { ...manifests.Firefox, permissions: ["storage", "identity"] };
    expect(checkPermissions(permissions, { ...manifests, Firefox: optional })).toEqual([
      "The section for alarms should begin with _Chromium, at the installation._",
    ]);
  });

  test("are reported with a section that does not say what happens without it", () => {
    const planted = plant(permissions, "Without it, Chromium would have no sandbox.", "");
    expect(checkPermissions(planted, manifests)).toEqual([
      "The section `offscreen` does not say what happens without it.",
    ]);
  });
});

describe("the data collection", () => {
  const collection = readStoreText("data-collection");

  test("declares exactly the kinds of Firefox's manifest", () => {
    expect(checkDataKinds(collection, manifests.Firefox)).toEqual([]);
  });

  test("is reported with another kind than the manifest, or without a reason", () => {
    const planted = plant(collection, "`authenticationInfo`", "`locationInfo`");
    expect(checkDataKinds(planted, manifests.Firefox)).toEqual([
      "data-collection.md declares locationInfo, which the manifest does not declare.",
      "data-collection.md does not declare authenticationInfo.",
    ]);
    const row = "## Firefox\n\n| kind | reason |\n| - | - |\n| `authenticationInfo` | |\n";
    expect(checkDataKinds(row, manifests.Firefox)).toEqual([
      "data-collection.md does not declare personallyIdentifyingInfo.",
      "data-collection.md has no reason for `authenticationInfo`.",
    ]);
  });
});

describe("the privacy policy", () => {
  const policy = readStoreText("privacy-policy");
  const security = readText("SECURITY.md");

  test("has the rows of SECURITY.md: the data, where they are kept, and how long", () => {
    expect(security.match(/^\| /gm)?.length).toBeGreaterThan(20);
    expect(checkKeptData(policy, security)).toEqual([]);
  });

  test("is reported without a new row of SECURITY.md, or with another time", () => {
    const [head = ""] = security.match(/^\| Tenants: .*$/m) ?? [];
    const row = "| Planted data | IndexedDB | for a year |";
    expect(checkKeptData(policy, plant(security, head, `${row}\n${head}`))).toEqual([
      `privacy-policy.md lacks a row of SECURITY.md: ${row}`,
    ]);
    const later = plant(policy, "until you remove them", "for ever");
    expect(checkKeptData(later, security)).toEqual([
      expect.stringMatching(/^privacy-policy.md has a row that .*: \| Tenants: .* \| for ever \|$/),
      expect.stringMatching(
        /^privacy-policy.md lacks a row .*: \| Tenants: .* \| until you remove them \|$/,
      ),
    ]);
    expect(checkKeptData(policy, "# Security\n")).toEqual([
      "SECURITY.md has no table of what is kept.",
    ]);
  });
});

describe("the store texts", () => {
  test("set in bold and quote only what the product says", () => {
    expect(texts.length).toBe(5);
    expect(findForeignLabels(texts, product)).toEqual([]);
    expect(findForeignLabels(texts, product, "quoted")).toEqual([]);
    const planted = [{ path: "planted.md", text: 'Select **Try the\nsandbox**, **Buy**, "Sell".' }];
    expect(findForeignLabels(planted, product)).toEqual(["planted.md: Buy"]);
    expect(findForeignLabels(planted, product, "quoted")).toEqual(["planted.md: Sell"]);
  });

  test("lead a reviewer by labels of the product", () => {
    const notes = readStoreText("reviewer-notes");
    expect(notes.match(/\*\*.+?\*\*/g)?.length).toBeGreaterThan(10);
  });

  test("name no host except examples, the user's machine and the callback URL", () => {
    expect(texts.flatMap(({ text }) => findForeignHosts(text))).toEqual([]);
    const planted =
      "See https://docs.vendor.test/a, ada@vendor.com, (login.vendor.io) or `http://localhost:4400`, ada@example.com, auth0.js, https://acme.example/*.";
    expect(findForeignHosts(planted)).toEqual([
      "docs.vendor.test",
      "vendor.com",
      "login.vendor.io",
    ]);
  });

  test("link only to files that exist", () => {
    expect(listLinkedFiles(texts).length).toBeGreaterThan(2);
    expect(findMissingLinks(texts, files)).toEqual([]);
    const planted = [{ path: "docs/store/planted.md", text: "[a](listing.md), [b](gone.md)" }];
    expect(findMissingLinks(planted, files)).toEqual(["docs/store/gone.md"]);
  });

  test("name only commands that exist", () => {
    const { scripts } = scriptsSchema.parse(JSON.parse(readText("package.json")));
    expect(checkCommands(texts, Object.keys(scripts))).toEqual([]);
  });
});
