import { Management } from "../../../../lib/auth/index.ts";
import { FakeTenant } from "./fake-ports.ts";
import { TenantPage } from "./tenant-page.ts";

const audience = "http://localhost:4400/api/v2/";
const scope =
  "openid profile email read:current_user update:current_user_metadata update:current_user_identities";

/** A page with a logged-in user of the local tenant, and the user's management calls. */
export async function logInToManage() {
  const page = new TenantPage();
  const webAuth = page.create({ audience, scope });
  await webAuth.authorize();
  const { hash } = new URL(await page.logIn());
  const result = await webAuth.parseHash({ hash });
  const userId = result?.idTokenPayload?.sub ?? "";
  const token = result?.accessToken ?? "";
  return { page, userId, token, management: page.createManagement(token) };
}

export const options = { domain: "tenant.example", token: "token-1" };

/** Creates a Management for a tenant that responds only to one path below the route of users. */
export function manageAt(path = "", body: unknown = {}, status = 200) {
  const tenant = new FakeTenant();
  if (path)
    tenant.answer(`https://tenant.example/api/v2/users${path}`, () =>
      Response.json(body, { status }),
    );
  return { tenant, management: new Management({ ...options, ports: { fetch: tenant.fetch } }) };
}
