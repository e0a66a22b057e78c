import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { builtExtension } from "../../launch/build-extension.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { buildPlanted, type Plant } from "../../soak/build-planted.ts";

/** Replaces a function by one with another body. What only the old body used is left out. */
function emptyFunction(file: string, head: string, body: string): Plant {
  const unused = head.replace(/^export function \w+/u, "function unused");
  return { file, find: head, replace: `${head}\n${body}\n}\n${unused}` };
}

/** The extension without the sandbox: nothing in the background uses its modules. */
const withoutSandbox: readonly Plant[] = [
  emptyFunction(
    "lib/platform/sandbox-runtime.ts",
    "export function createSandboxRuntime(state: SandboxState): SandboxRuntime {",
    "return state as never;",
  ),
  emptyFunction(
    "lib/sandbox/sandbox-fetch.ts",
    "export function createSandboxFetch(ports: SandboxFetchPorts): Fetch {",
    "return ports.fetch;",
  ),
  emptyFunction(
    "lib/sandbox/send-to-sandbox.ts",
    "export function createSandboxSender(link: SandboxLink): SendToSandbox {",
    "return link as never;",
  ),
  {
    file: "lib/worker/command-handlers.ts",
    find: "    ...createSandboxCommands(context),\n    ...createLocalTenantCommands(context),\n",
    replace: "",
  },
];

/** Two builds of the extension for Chromium, each with an empty page. */
export interface Builds {
  /** The built extension. */
  whole: string;
  /** The same source without the sandbox in its background. */
  without: string;
  remove(): Promise<void>;
}

const emptyPage = "<!doctype html><title>Empty</title>";

/** Makes both builds. The built extension must exist. */
export async function makeBuilds(): Promise<Builds> {
  const folders: TemporaryFolder[] = [];
  const makeFolder = async () => {
    const folder = await makeTemporaryFolder("bench-sandbox");
    folders.push(folder);
    return folder.path;
  };
  const whole = await makeFolder();
  await cp(builtExtension.chromium, whole, { recursive: true });
  const without = await buildPlanted(withoutSandbox, await makeFolder());
  for (const folder of [whole, without]) await writeFile(join(folder, "empty.html"), emptyPage);
  return {
    whole,
    without,
    async remove() {
      for (const folder of folders) await folder.remove();
    },
  };
}
