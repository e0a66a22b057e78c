import * as z from "zod/mini";
import { bleedEverywhere, checkBleed, type Bundle } from "../repo/bundle/check-bundle.ts";
import { storeLimits } from "../repo/check-store-texts.ts";
import { readChromiumIdentity, readFirefoxId } from "../../identities.ts";
import type { Target } from "./packages.ts";

const manifestSchema = z.object({
  name: z.string(),
  description: z.string(),
  version: z.string(),
  default_locale: z.string(),
  icons: z.record(z.string(), z.string()),
  key: z.optional(z.string()),
  host_permissions: z.array(z.string()),
  browser_specific_settings: z.optional(z.object({ gecko: z.object({ id: z.string() }) })),
});
type Manifest = z.infer<typeof manifestSchema>;

const messagesSchema = z.record(z.string(), z.object({ message: z.string() }));

/** The sizes of icons that stores and browsers ask for, in pixels. */
const iconSizes = [16, 32, 48, 128];

const decoder = new TextDecoder();
const readText = (files: Bundle, path: string) => decoder.decode(files.get(path));

/** Lists everything for which a store would refuse a package, or an update would break it. */
export function checkStore(files: Bundle, target: Target, version: string): string[] {
  const parsed = manifestSchema.safeParse(JSON.parse(readText(files, "manifest.json") || "null"));
  if (!parsed.success)
    return [`The manifest does not have the expected shape: ${z.prettifyError(parsed.error)}`];
  const manifest = parsed.data;
  return [
    ...(manifest.version === version ? [] : [`The version is ${manifest.version}.`]),
    ...checkIdentity(manifest, target),
    ...checkTexts(manifest, files),
    ...checkIcons(manifest, files),
    ...checkFiles(files),
    ...checkBleed(files, bleedEverywhere, {}),
  ];
}

function checkIdentity(manifest: Manifest, target: Target): string[] {
  const problems: string[] = [];
  const callbacks = manifest.host_permissions.filter((host) => host.includes("chromiumapp.org"));
  const expected =
    target === "firefox"
      ? { id: readFirefoxId("store") }
      : readChromiumIdentity(target, target === "sideload" ? "production" : "store");
  const wanted = target === "firefox" ? [] : [`https://${expected.id}.chromiumapp.org/*`];
  if (callbacks.join() !== wanted.join())
    problems.push(`The callback hosts are ${callbacks.join() || "missing"}, not ${wanted.join()}.`);
  if (target === "sideload" && manifest.key === undefined)
    problems.push("The package for testers has no key, so its id depends on its folder.");
  if (target !== "sideload" && manifest.key !== undefined)
    problems.push("The manifest has a key, which a store refuses.");
  const addOnId = manifest.browser_specific_settings?.gecko.id;
  if (target === "firefox" && addOnId !== expected.id)
    problems.push(`The add-on id is ${addOnId ?? "missing"}, not ${expected.id}.`);
  return problems;
}

/** In characters. */
const longest = {
  name: storeLimits.Name.max,
  description: storeLimits["Short description"].max,
} as const;

function checkTexts(manifest: Manifest, files: Bundle): string[] {
  const path = `_locales/${manifest.default_locale}/messages.json`;
  const messages = messagesSchema.parse(JSON.parse(readText(files, path) || "{}"));
  return (["name", "description"] as const).flatMap((member) => {
    const key = /^__MSG_(\w+)__$/.exec(manifest[member])?.[1];
    const text = key === undefined ? manifest[member] : messages[key]?.message;
    if (text === undefined || text === "") return [`The ${member} has no text.`];
    const { length } = [...text];
    return length > longest[member]
      ? [`The ${member} has ${length} characters; a store takes ${longest[member]}.`]
      : [];
  });
}

/** Reads the size of a PNG in pixels from its first chunk (PNG, section 11.2.1). */
export function readSize(png: Uint8Array): { width: number; height: number } | undefined {
  if (decoder.decode(png.subarray(12, 16)) !== "IHDR") return undefined;
  const view = new DataView(png.buffer, png.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function checkIcons({ icons }: Manifest, files: Bundle): string[] {
  return iconSizes.flatMap((size) => {
    const png = files.get((icons[size] ?? "").replace(/^\//, ""));
    const width = png === undefined ? undefined : readSize(png)?.width;
    return width === size ? [] : [`The icon of ${size} pixels is ${width ?? "missing"}.`];
  });
}

function checkFiles(files: Bundle): string[] {
  const problems = readText(files, "THIRD-PARTY.txt").includes("\nLicence: ")
    ? []
    : ["THIRD-PARTY.txt is missing, or names no licence."];
  for (const path of files.keys()) {
    if (path.endsWith(".map")) problems.push(`${path} is a source map.`);
    if (!/\.(?:js|css|html)$/.test(path)) continue;
    const text = readText(files, path);
    if (text.includes("sourceMappingURL=")) problems.push(`${path} names a source map.`);
    if (/<script[^>]+src="(?:https?:)?\/\//.test(text))
      problems.push(`${path} loads a script from elsewhere.`);
  }
  return problems;
}
