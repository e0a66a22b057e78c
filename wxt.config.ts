import { gzipSync } from "node:zlib";
import { minify, type MinifyOptions } from "terser";
import type { Plugin, Rollup } from "vite";
import { defineConfig } from "wxt";

/**
 * Fixes the Chromium id, so that a side-loaded build keeps the login redirect that tenants list
 * (`https://<id>.chromiumapp.org/`). The id is derived from this public key; there is nothing secret in it.
 */
const chromiumKey =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxE57pX00cZBqeMBuxAd/xBYm+4XnvdtQH6s53u0mLJJu7KOMZt+9UqgU8PG/HVHxVzMikKAMBJuh3HFQ+fHUWJbFA49GjUOz+00r1ZNUiaWkxMMAHp8d6Syci/VV8YI2aOQBLDv1guFNR09a04x32d3ojE0FDlRVegw8SrDS3HaArY4Z0Z+/1Bqu7gdcDL3yM7uCQ/c6jiPDwV3nnNb6ZvliFi3oqeCaNSK4BEQQRsL8FAj9yBg9EJUEe1OJPdE50ElFTZjpB64eECrxpVuIHgAhl/ttsLH+o9t7mly30PEJMOcGYu/GXzk8zX9juF4UF7sq2uHMJjtz1poapgmHawIDAQAB";

/** Fixes the Firefox id, and with it the login redirect, for temporary installs too. */
const geckoId = "inspector@tenant-inspector.example";

/**
 * Preact can set markup (`dangerouslySetInnerHTML`), which nothing here uses and store reviewers look for.
 * In what ships, that one branch sets text; the build fails when Preact no longer reads as expected.
 */
function renderWithoutMarkup(): Plugin {
  return {
    name: "render-without-markup",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("preact/dist/preact.m")) return null;
      const withoutMarkup = code.replaceAll(".innerHTML", ".textContent");
      if (withoutMarkup === code)
        this.error("Preact no longer assigns innerHTML: review the transform.");
      return { code: withoutMarkup, map: null };
    },
  };
}

/**
 * The one unlisted script goes into any page: it consists of the library alone, without the wrapper that reports
 * crashes to developers of extensions. The build fails when WXT no longer wraps as expected.
 */
function startScriptsBare(): Plugin {
  return {
    name: "start-scripts-bare",
    transform(code, id) {
      if (!id.includes("virtual:wxt-unlisted-script-entrypoint")) return null;
      const entry = /^import definition from .+$/m.exec(code)?.[0];
      if (entry === undefined)
        this.error("WXT wraps scripts in another way: review the transform.");
      return { code: `${entry}\ndefinition.main();`, map: null };
    },
  };
}

/**
 * Pages without the script that would start WXT's plugins: there are none, and it costs each page two more requests before
 * anything can be used. The build fails when there is a plugin, or when WXT no longer starts them there.
 */
function startPagesBare(): Plugin {
  const starter = /<script [^>]*"virtual:wxt-html-plugins"[^>]*><\/script>/;
  return {
    name: "start-pages-bare",
    // After WXT has put the script there.
    enforce: "post",
    transform(code, id) {
      if (id.includes("virtual:wxt-plugins") && code.includes("import "))
        this.error("There is a WXT plugin, which pages would not start: remove this transform.");
      return null;
    },
    transformIndexHtml: {
      order: "pre",
      handler(html) {
        if (!starter.test(html))
          throw new Error("WXT starts its plugins in another way: review the transform.");
        return html.replace(starter, "");
      },
    },
  };
}

const compression = {
  passes: 4,
  pure_getters: true,
  unsafe: true,
  unsafe_arrows: true,
} satisfies MinifyOptions["compress"];

/**
 * The unlisted script goes into any page, and what it weighs there after gzip is promised: it gets a minifier that takes longer
 * over it than the usual one, and its functions stand where gzip writes them shortest.
 */
function compressScripts(): Plugin {
  return {
    name: "compress-scripts",
    apply: ({ build }, { command }) => command === "build" && build?.lib !== undefined,
    config: () => ({ build: { minify: false } }),
    // What the directive forbids the compiler has ruled out.
    outputOptions: (options) => ({ ...options, strict: false }),
    async generateBundle(_options, bundle) {
      const parse = (text: string): Rollup.ProgramNode => this.parse(text);
      const run = async (text: string, options: MinifyOptions): Promise<string> =>
        (await minify(text, { ecma: 2020, toplevel: true, ...options })).code ?? "";
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        const compressed = await run(chunk.code, { compress: compression, mangle: false });
        // Names are given in order: with the constants first, the functions keep the shortest for what is inside them.
        const sorted = moveFunctions(compressed, parse, 0);
        const named = await run(sorted, { compress: false, mangle: true });
        chunk.code = moveFunctions(named, parse, 6000);
      }
    },
  };
}

/**
 * Moves the functions of a script behind all else, then one after the other to some other place among them, and leaves it
 * there if the whole is no larger after gzip. Functions are hoisted, so their order means nothing to who runs them. The places
 * come from a generator without chance: the same script is always written the same.
 */
function moveFunctions(
  code: string,
  parse: (code: string) => Rollup.ProgramNode,
  attempts: number,
): string {
  const statements = findStatements(parse(code));
  const cut = ({ start, end }: Span): string => code.slice(start, end);
  const others = statements.filter(({ type }) => type !== "FunctionDeclaration");
  let functions = statements.filter(({ type }) => type === "FunctionDeclaration").map(cut);
  const head = code.slice(0, statements[0]?.start);
  const tail = code.slice(statements.at(-1)?.end);
  const join = (texts: readonly string[]): string =>
    [head, ...others.map((span) => cut(span).replace(/;?$/, ";")), ...texts, tail].join("");
  const measure = (text: string): number => gzipSync(text, { level: 9 }).length;

  let least = measure(join(functions));
  let seed = 1;
  const draw = (below: number): number => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const from = draw(functions.length);
    const moved = functions
      .toSpliced(from, 1)
      .toSpliced(draw(functions.length), 0, ...functions.slice(from, from + 1));
    const size = measure(join(moved));
    if (size <= least) [functions, least] = [moved, size];
  }
  return join(functions);
}

interface Span {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The statements of a script that is one function, called at once. */
function findStatements({ body: [statement] }: Rollup.ProgramNode): Span[] {
  const expression = statement?.type === "ExpressionStatement" ? statement.expression : undefined;
  const call = expression?.type === "UnaryExpression" ? expression.argument : expression;
  if (call?.type !== "CallExpression" || call.callee.type !== "FunctionExpression") {
    throw new Error("Scripts are wrapped in another way: review how they are compressed.");
  }
  return call.callee.body.body.filter(isSpan);
}

function isSpan<Node extends object>(node: Node): node is Node & Span {
  return "type" in node && "start" in node && "end" in node;
}

export default defineConfig({
  modules: ["@wxt-dev/webextension-polyfill"],
  imports: false,
  hooks: {
    // Each page and the worker by itself, with what it shares with others in it: one script and one style sheet at its start, which
    // hold nothing that it does not use. Each file more that it has to ask for costs it more than to read what others have, too.
    "entrypoints:grouped"({ config }, groups) {
      if (config.command !== "build") return;
      const alone = groups.flatMap((group) =>
        Array.isArray(group) ? group.map((entrypoint) => [entrypoint]) : [group],
      );
      groups.splice(0, groups.length, ...alone);
    },
  },
  vite: ({ command }) => ({
    plugins: [
      renderWithoutMarkup(),
      startScriptsBare(),
      // While one edits WXT starts pages in another way, though for Vite that is a build as well.
      ...(command === "build" ? [startPagesBare()] : []),
      compressScripts(),
    ],
    esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
    // Every browser that takes the extension preloads modules by itself.
    build: { target: "es2022", modulePreload: { polyfill: false } },
  }),
  zip: { excludeSources: [".ci/**", "tests/**"] },
  manifest: ({ browser }) => ({
    name: "__MSG_name__",
    short_name: "Tenant Inspector",
    description: "__MSG_description__",
    default_locale: "en",
    permissions: ["storage", "alarms", "identity"],
    host_permissions: [
      "http://localhost/*",
      "https://localhost/*",
      "http://127.0.0.1/*",
      "https://127.0.0.1/*",
    ],
    optional_host_permissions: ["https://*/*"],
    optional_permissions: ["notifications"],
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src http: https:; frame-src http: https:",
    },
    action: { default_title: "__MSG_name__" },
    ...(browser === "firefox"
      ? {
          browser_specific_settings: {
            gecko: {
              id: geckoId,
              strict_min_version: "142.0",
              data_collection_permissions: {
                required: ["authenticationInfo", "personallyIdentifyingInfo"],
              },
            },
          },
        }
      : { key: chromiumKey, minimum_chrome_version: "126" }),
  }),
});
