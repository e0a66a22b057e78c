import { PanelPage } from "../../pages/panel-page.ts";
import { longValue, type SurfaceStage, type SurfaceState } from "../surface-stage.ts";

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
const write = (header: object, payload: object): string =>
  `${encode(header)}.${encode(payload)}.c2lnbmF0dXJl`;

const issuer = "https://login.example/";
const idToken = write(
  { alg: "RS256", kid: "key-1" },
  {
    iss: issuer,
    sub: "user|1",
    aud: "client-1",
    iat: 1_700_000_000,
    exp: 1_700_036_000,
    nonce: "n-1",
    "https://app.example/claims": { roles: ["admin", "editor"], plan: { name: longValue } },
  },
);
const accessToken = write(
  { alg: "RS256", typ: "at+jwt", kid: "key-1" },
  {
    iss: issuer,
    sub: "user|1",
    aud: ["https://api.example/", issuer],
    client_id: "client-1",
    iat: 1_700_000_000,
    exp: 1_700_086_400,
    jti: "t-1",
    scope: "openid profile read:things",
    permissions: ["read:things", "write:things"],
  },
);
const logoutToken = write(
  { alg: "RS256", typ: "logout+jwt" },
  {
    iss: issuer,
    aud: "client-1",
    iat: 1_700_000_000,
    exp: 1_700_000_120,
    jti: "l-1",
    sub: "user|1",
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  },
);
const proof = write(
  { alg: "ES256", typ: "dpop+jwt", jwk: { kty: "EC", crv: "P-256", x: "AA", y: "AA" } },
  { htm: "POST", htu: `${issuer}oauth/token`, iat: 1_700_000_000, jti: "p-1" },
);
const encrypted = [
  encode({ alg: "RSA-OAEP-256", enc: "A256GCM", kid: "key-2" }),
  "a2V5",
  "aXY",
  "Y2lwaGVydGV4dA",
  "dGFn",
].join(".");

async function paste({ panel }: SurfaceStage, text: string): Promise<void> {
  const page = new PanelPage(panel);
  await page.openTab("Tokens");
  await panel.getByRole("button", { name: /^Forget token/ }).click();
  await panel.getByRole("textbox", { name: "Token" }).fill(text);
  await page.tokenReport();
}

/** The kinds of tokens, and the parts of the Tokens tab. */
export const tokenStates: readonly SurfaceState[] = [
  {
    surface: "panel",
    name: "an encrypted token",
    reach: (stage) => paste(stage, encrypted),
  },
  {
    surface: "panel",
    name: "an opaque token",
    reach: (stage) => paste(stage, JSON.stringify({ refresh_token: `opaque-${longValue}` })),
  },
  {
    surface: "panel",
    name: "a logout token",
    reach: (stage) => paste(stage, logoutToken),
  },
  {
    surface: "panel",
    name: "a DPoP proof",
    reach: (stage) => paste(stage, proof),
  },
  {
    surface: "panel",
    name: "claims and header as a tree, with the passed checks open",
    async reach(stage) {
      await paste(stage, idToken);
      await stage.panel.getByRole("button", { name: "JSON", exact: true }).click();
      await stage.panel.getByText(/checks? passed/u).click();
    },
  },
  {
    surface: "panel",
    name: "claims as a table, with scopes and permissions open",
    async reach(stage) {
      await paste(stage, accessToken);
      await stage.panel.getByRole("button", { name: "Table", exact: true }).click();
      await stage.panel.getByText("Scopes (3)").click();
      await stage.panel.getByText("Permissions (2)").click();
    },
  },
  {
    surface: "panel",
    name: "a secret instead of keys",
    async reach({ panel }) {
      await panel.locator(".token-keys > summary").click();
      await panel.getByRole("textbox", { name: "Public key or secret" }).fill("a-short-secret");
      await panel.getByLabel("Encoding of the secret").waitFor();
    },
  },
  {
    surface: "panel",
    name: "the answer of the library's parseHash",
    async reach(stage) {
      await paste(stage, idToken);
      await stage.panel.getByText("What version 10's parseHash says").click();
      await stage.panel.locator(".library-check .notice").first().waitFor();
    },
  },
];
