import { spoil } from "./spoil.ts";
import type { FuzzRoute } from "./fuzz-tenant.ts";
import { demoOrigin, type World } from "./world.ts";

const passwordRealm = "http://auth0.com/oauth/grant-type/password-realm";
const realm = "Username-Password-Authentication";

const spoilSome = (world: World, body: Record<string, unknown>): unknown =>
  world.choices.isPercent(30) ? spoil(world.choices, body) : body;

function createQuery(world: World, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters);
  const names = Object.keys(parameters);
  const name = names[world.choices.below(names.length)] ?? "state";
  if (world.choices.isPercent(20)) query.delete(name);
  else if (world.choices.isPercent(15)) query.set(name, world.choices.text(20));
  else if (world.choices.isPercent(5)) query.append(name, "twice");
  return query.toString();
}

/** Routes of the authentication interface, with the statuses that the service documents for them. */
export const authenticationRoutes: readonly FuzzRoute[] = [
  {
    name: "POST /oauth/token",
    statuses: [200, 400, 401, 403],
    isPublic: true,
    build(world) {
      const { choices } = world;
      const body = {
        grant_type: choices.isPercent(90) ? "client_credentials" : choices.text(10),
        client_id: choices.isPercent(90) ? "demo-management" : "demo-spa",
        client_secret: choices.isPercent(90) ? "demo-management-secret" : "wrong",
        audience: choices.pick(["/api/v2/", "http://localhost:4400/api/v2/", "urn:none"]),
      };
      return { path: "/oauth/token", body: spoilSome(world, body) };
    },
  },
  {
    name: "GET /userinfo",
    statuses: [200, 401],
    build: () => ({ path: "/userinfo" }),
    allowsOwnToken: true,
  },
  {
    name: "GET /authorize",
    statuses: [302, 400],
    isPublic: true,
    build: (world) => ({
      path: `/authorize?${createQuery(world, {
        client_id: "demo-spa",
        redirect_uri: `${demoOrigin}/callback`,
        response_type: world.choices.pick(["token", "code", "id_token", "token id_token", "x"]),
        scope: "openid profile email",
        state: "s",
        nonce: "n",
        prompt: world.choices.pick(["none", "login", "x"]),
      })}`,
    }),
  },
  {
    name: "GET /v2/logout",
    statuses: [302, 400],
    isPublic: true,
    build: (world) => ({
      path: `/v2/logout?${createQuery(world, { client_id: "demo-spa", returnTo: `${demoOrigin}/` })}`,
    }),
  },
  {
    name: "GET /.well-known/openid-configuration",
    statuses: [200],
    isPublic: true,
    build: () => ({ path: "/.well-known/openid-configuration" }),
  },
  {
    name: "GET /.well-known/jwks.json",
    statuses: [200],
    isPublic: true,
    build: () => ({ path: "/.well-known/jwks.json" }),
  },
  {
    name: "POST /dbconnections/signup",
    statuses: [200, 400],
    isPublic: true,
    build: (world) => ({
      path: "/dbconnections/signup",
      body: spoilSome(world, {
        client_id: "demo-spa",
        email: `fuzz-${world.choices.below(1000)}@example.com`,
        password: world.choices.pick(["Correct-horse-9", "short", "a".repeat(80)]),
        connection: realm,
      }),
    }),
  },
  {
    name: "POST /dbconnections/change_password",
    statuses: [200, 400, 429],
    isPublic: true,
    build: (world) => ({
      path: "/dbconnections/change_password",
      body: spoilSome(world, {
        client_id: "demo-spa",
        email: "ada@example.com",
        connection: realm,
      }),
    }),
  },
  {
    name: "POST /co/authenticate",
    statuses: [200, 400, 401, 403, 429],
    isPublic: true,
    build(world) {
      const { choices } = world;
      const body = {
        client_id: choices.isPercent(90) ? "demo-spa" : "demo-management",
        credential_type: choices.isPercent(90) ? passwordRealm : "urn:other",
        username: choices.isPercent(70)
          ? "ada@example.com"
          : choices.pick(["grace@example.com", "nobody@example.com"]),
        password: choices.isPercent(75) ? "correct-horse-1" : "wrong",
        realm: choices.isPercent(90) ? realm : "no-realm",
      };
      const origin = choices.isPercent(85) ? demoOrigin : "https://elsewhere.example";
      return { path: "/co/authenticate", body: spoilSome(world, body), headers: { origin } };
    },
  },
];
