import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AuthError } from "../../../../lib/auth/index.ts";
import { createWebAuth } from "./compared.ts";
import { findError, hold, listHeld } from "./hostile-inputs.ts";
import { fragment } from "./signed-tokens.ts";

describe("unexpected redirects to parseHash", () => {
  test("end in null or an AuthError for any fragment", async () => {
    const { parseHash } = createWebAuth({});
    const name = fc.constantFrom("access_token", "id_token", "state", "error", "__proto__", "x");
    await hold(
      "fragment",
      fc.boolean(),
      fc.tuple(fc.string(), fc.array(fc.tuple(name, fc.string()), { maxLength: 6 })),
      async (isText, [text, members]) => {
        const encoded = members.map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
        const hash = `#${isText ? text : encoded.join("&")}`;
        const outcome = await parseHash({ hash }).catch((error: unknown) => error);
        expect(outcome === null || outcome instanceof AuthError).toBe(true);
      },
    );
  });

  test("are rejected for another state, and the pending login can still be completed", async () => {
    let visited = "";
    const navigation = {
      goTo: (url: string) => {
        visited = url;
      },
    };
    const { authorize, parseHash } = createWebAuth({ navigation });
    const parse = (state: string) => parseHash({ hash: fragment({ access_token: "a", state }) });
    await hold(
      "state",
      fc.constantFrom("replaced", "cut", "longer", "case", "missing"),
      fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "null")),
      async (way, value) => {
        await authorize();
        const state = new URL(visited).searchParams.get("state") ?? "";
        const changed = {
          replaced: value,
          cut: state.slice(0, value.length),
          longer: state + value,
          case: state.toUpperCase(),
          missing: "",
        }[way];
        fc.pre(changed !== state);
        expect(await findError(parse(changed))).toMatchObject({
          error: "invalid_token",
          errorDescription: expect.stringContaining("`state` does not match."),
        });
        expect((await parse(state))?.accessToken).toBe("a");
      },
    );
  });

  test("are tested with every input", () => {
    expect(listHeld()).toEqual(expect.arrayContaining(["fragment", "state"]));
  });
});
