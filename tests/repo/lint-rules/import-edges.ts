/**
 * The allowed imports between folders. Every other import is forbidden. No other folder can import
 * a folder that has no entry here, and such a folder can import only packages.
 */
interface ImportEdges {
  /** Folders whose code this folder can run. */
  readonly code: readonly string[];
  /** Folders of which it can import types only. */
  readonly types: readonly string[];
  /**
   * Packages, each with its subpaths unless the entry names one; `node:` allows Node's modules, `*`
   * all packages.
   */
  readonly packages: readonly string[];
  /** The files that other folders can import, as in `package.json` of the folder. Default: all. */
  readonly exports?: readonly string[];
}

const libraries = [
  "lib/auth",
  "lib/encoding",
  "lib/events",
  "lib/http",
  "lib/management",
  "lib/messages",
  "lib/models",
  "lib/platform",
  "lib/redaction",
  "lib/runs",
  "lib/sandbox",
  "lib/tokens",
  "lib/trace",
  "lib/worker",
] as const;

const views = {
  code: ["components/shared", "lib/encoding", "lib/models"],
  types: libraries,
  packages: ["preact", "@preact/signals"],
};

const entrypoints: ImportEdges = {
  code: [
    "components/shared",
    "components/panel",
    "components/popup",
    "components/options",
    "components/sandbox",
    "components/welcome",
    ...libraries,
  ],
  types: [],
  packages: [
    "preact",
    "@preact/signals",
    "zod/mini",
    "wxt/utils/define-background",
    "wxt/utils/define-unlisted-script",
  ],
};

/** The one file of the extension that imports the tenant, which runs in a worker of its own. */
const sandboxEntry = "entrypoints/sandbox-worker.ts";

export const importEdges: Readonly<Record<string, ImportEdges>> = {
  entrypoints,
  [sandboxEntry]: { ...entrypoints, code: [...libraries, "tenant"] },
  "components/shared": { ...views, code: ["lib/encoding", "lib/models"] },
  "components/panel": { ...views, packages: [...views.packages, "@tanstack/virtual-core"] },
  "components/popup": views,
  "components/options": views,
  "components/sandbox": views,
  "components/welcome": views,
  "lib/models": {
    code: [
      "lib/encoding",
      "lib/events",
      "lib/management",
      "lib/messages",
      "lib/redaction",
      "lib/runs",
      "lib/tokens",
      "lib/trace",
    ],
    types: libraries,
    packages: ["@preact/signals", "zod/mini"],
  },
  "lib/platform": {
    code: ["lib/messages"],
    types: libraries,
    packages: ["webextension-polyfill", "idb", "zod/mini"],
  },
  "lib/worker": {
    code: ["lib/encoding", "lib/http", "lib/messages", "lib/management", "lib/events"],
    types: [],
    packages: ["zod/mini"],
  },
  "lib/messages": {
    code: ["lib/http", "lib/management", "lib/events"],
    types: [],
    packages: ["zod/mini"],
  },
  "lib/runs": {
    code: ["lib/auth", "lib/encoding", "lib/http", "lib/redaction", "lib/tokens"],
    types: [],
    packages: ["zod/mini"],
  },
  "lib/trace": {
    code: ["lib/encoding", "lib/http", "lib/redaction", "lib/tokens"],
    types: [],
    packages: ["zod/mini"],
  },
  "lib/auth": {
    code: [],
    types: [],
    packages: [],
    exports: ["index.ts", "page-ports.ts", "records.ts"],
  },
  "lib/encoding": { code: [], types: [], packages: ["zod/mini"] },
  "lib/http": { code: [], types: [], packages: [] },
  "lib/redaction": { code: [], types: [], packages: [] },
  "lib/sandbox": {
    code: ["lib/encoding"],
    types: ["lib/auth", "lib/http"],
    packages: ["idb", "zod/mini"],
  },
  "lib/tokens": { code: ["lib/encoding", "lib/http"], types: [], packages: ["jose", "zod/mini"] },
  "lib/management": { code: ["lib/encoding", "lib/http"], types: [], packages: ["zod/mini"] },
  "lib/events": {
    code: ["lib/encoding", "lib/http"],
    types: [],
    packages: ["eventsource-parser", "idb", "zod/mini"],
  },
  tenant: {
    code: [],
    types: [],
    packages: ["hono", "@hono/node-server", "jose", "zod/mini", "node:"],
    exports: ["app.ts", "core/limits.ts", "demo/demo-files.ts", "store/tenant-state.ts"],
  },
  tests: {
    code: [
      // The files that change the build, beside its configuration.
      "",
      "components/shared",
      "components/panel",
      "components/popup",
      "components/options",
      "components/sandbox",
      "components/welcome",
      "tenant",
      ...libraries,
    ],
    types: [],
    packages: ["*"],
  },
  "": { code: ["tenant", "tests"], types: [], packages: ["*"] },
};

/**
 * Returns the folder of the table for a path from the repository's root; "" for files at the root
 * itself. The one entry that imports the tenant is an area of its own.
 */
function findArea(path: string): string {
  if (path === sandboxEntry) return path;
  const [first = "", second = ""] = path.split("/");
  if (path === first) return "";
  return (first === "lib" || first === "components") && path.split("/").length > 2
    ? `${first}/${second}`
    : first;
}

/**
 * Resolves `./` and `../` of an import against the importing file; undefined outside of the
 * repository.
 */
function resolveImport(fromPath: string, specifier: string): string | undefined {
  const parts = fromPath.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/**
 * Returns why an import is forbidden, or undefined if it is allowed. Paths are from the
 * repository's root, with `/`.
 */
export function judgeImport(
  fromPath: string,
  specifier: string,
  isTypeOnly: boolean,
): string | undefined {
  const area = findArea(fromPath);
  const edges = importEdges[area] ?? { code: [], types: [], packages: [] };
  const name = area === "" ? "The root" : area;
  if (/^[./]/.test(specifier)) {
    const target = specifier.startsWith("/") ? undefined : resolveImport(fromPath, specifier);
    if (target === undefined) return `${specifier} is outside of the repository.`;
    const targetArea = findArea(target);
    if (targetArea === area) return undefined;
    const shown = area === "tests" ? undefined : importEdges[targetArea]?.exports;
    if (shown?.includes(target.slice(targetArea.length + 1)) === false) {
      return `${targetArea} exports ${shown.join(", ")} only.`;
    }
    if (edges.code.includes(targetArea)) return undefined;
    if (edges.types.includes(targetArea)) {
      return isTypeOnly
        ? undefined
        : `${name} may import types of ${targetArea}, not its code: take a port or a model.`;
    }
    return `${name} may not import ${targetArea === "" ? "the root" : targetArea}. tests/repo/lint-rules/import-edges.ts lists the allowed imports.`;
  }
  const isAllowed = edges.packages.some((allowed) =>
    allowed === "*"
      ? true
      : allowed.endsWith(":")
        ? specifier.startsWith(allowed)
        : specifier === allowed || specifier.startsWith(`${allowed}/`),
  );
  return isAllowed ? undefined : `${name} may not import the package ${specifier}.`;
}
