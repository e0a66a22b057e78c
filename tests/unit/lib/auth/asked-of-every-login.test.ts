import { beforeAll, describe, expect, test } from "vitest";
import { WebAuth, type WebAuthOptions } from "../../../../lib/auth/index.ts";
import { catchAuthError, constructUntyped } from "./caught-error.ts";
import { fakePorts } from "./fake-ports.ts";
import { fragment, judgingPorts, options, seconds, serveKeys, Signer } from "./signed-tokens.ts";

// The constructor's maxAge and organization apply to each login, also without `authorize`.

let signer: Signer;

beforeAll(async () => {
  signer = await Signer.create();
});

function create(given: Partial<WebAuthOptions>) {
  const visited: string[] = [];
  const navigation = { goTo: (url: string) => visited.push(url) };
  const ports = fakePorts({ ...judgingPorts(serveKeys(signer)), navigation });
  const webAuth = new WebAuth({ ...options, responseType: "id_token", ...given, ports });
  const readVisited = () => new URL(visited.at(-1) ?? "").searchParams;
  return { ...webAuth, readVisited };
}

/** Creates the response to a request with the caller's own state and nonce. */
async function respond(claims: Record<string, unknown>) {
  const id_token = await signer.sign(claims);
  return { hash: fragment({ id_token, state: "own" }), state: "own", nonce: "nonce-1" };
}

describe("maxAge of the constructor", () => {
  test("is sent and checked against auth_time, also if it is zero", async () => {
    for (const maxAge of [0, 300]) {
      const { authorize, parseHash, readVisited } = create({ maxAge });
      const answer = async (claims: object) => {
        await authorize({ nonce: "nonce-1" });
        expect(readVisited().get("max_age")).toBe(`${maxAge}`);
        const id_token = await signer.sign({ ...claims });
        const state = readVisited().get("state") ?? "";
        return await parseHash({ hash: fragment({ id_token, state }) });
      };
      const oldest = seconds - maxAge - 60;
      expect(await answer({ auth_time: oldest })).not.toBeNull();
      for (const claims of [{ auth_time: oldest - 1 }, {}]) {
        expect(await catchAuthError(answer(claims))).toMatchObject({ reason: "auth_time" });
      }
    }
  });

  test("applies to a login whose state the caller checks", async () => {
    const { parseHash } = create({ maxAge: 300 });
    expect(await parseHash(await respond({ auth_time: seconds - 360 }))).not.toBeNull();
    for (const claims of [{ auth_time: seconds - 361 }, {}]) {
      const error = await catchAuthError(parseHash(await respond(claims)));
      expect(error).toMatchObject({ error: "invalid_token", reason: "auth_time" });
    }
    expect(await create({}).parseHash(await respond({}))).not.toBeNull();
  });

  test.each([-1, 1.5, Number.NaN, Infinity, "300", true])("is rejected at once as %s", (maxAge) => {
    expect(() => constructUntyped(WebAuth, { ...options, maxAge })).toThrow(
      /^maxAge option is not valid/,
    );
  });
});

describe("organization of the constructor", () => {
  test("applies to a login whose state the caller checks", async () => {
    const { parseHash } = create({ organization: "org_7" });
    expect(await parseHash(await respond({ org_id: "org_7" }))).not.toBeNull();
    for (const claims of [{ org_id: "org_8" }, {}]) {
      const error = await catchAuthError(parseHash(await respond(claims)));
      expect(error).toMatchObject({ error: "invalid_token", reason: "org_id" });
    }
  });
});
