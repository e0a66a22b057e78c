/** The types of the authentication library, as its users see them. Compiled, never run. */
import {
  Authentication,
  Management,
  WebAuth,
  version,
  type AuthError,
  type AuthErrorReason,
  type AuthPorts,
  type AuthResult,
  type IdTokenPayload,
  type UserInfo,
} from "../../lib/auth/index.ts";

const webAuth = new WebAuth({ domain: "tenant.example", clientID: "client-1", leeway: 10 });

export const refused = [
  // @ts-expect-error domain is required
  new WebAuth({ clientID: "client-1" }),
  // @ts-expect-error clientID is required
  new WebAuth({ domain: "tenant.example" }),
  // @ts-expect-error there is no secret
  new WebAuth({ domain: "tenant.example", clientID: "client-1", clientSecret: "s" }),
  // @ts-expect-error leeway is a number
  new WebAuth({ domain: "tenant.example", clientID: "client-1", leeway: "10" }),
];

export const ports: Partial<AuthPorts> = {
  storage: new Map<string, string>(),
  crypto: globalThis.crypto,
  fetch: globalThis.fetch,
  navigation: { goTo: (url) => [url].length },
};

export async function usePromises(): Promise<string | null> {
  const result: AuthResult | null = await webAuth.parseHash();
  const renewed: AuthResult = await webAuth.checkSession({ audience: "https://api.example/" });
  const info: UserInfo = await webAuth.client.userInfo(renewed.accessToken ?? "");
  const isVerified: boolean | "true" | "false" | null | undefined = info.email_verified;
  const payload: IdTokenPayload | null = renewed.idTokenPayload;
  const done: void = await webAuth.authorize({
    appState: { isVerified },
    login_hint: payload?.sub,
  });
  await webAuth.logout({ clientID: undefined, returnTo: "https://app.example/" });
  // @ts-expect-error the result may be null: the address may hold no response
  const token = (await webAuth.parseHash()).accessToken;
  // @ts-expect-error a lifetime is a string
  const lifetime: number | null = renewed.expiresIn;
  return result?.expiresIn ?? String([done, token, lifetime]);
}

export function useCallbacks(): void {
  webAuth.parseHash((error, result) => describe(error, result?.accessToken ?? null));
  webAuth.parseHash({ hash: "#" }, (error, result) => describe(error, result?.idToken ?? null));
  webAuth.checkSession({}, (error, result) => describe(error, result?.expiresIn ?? null));
  webAuth.client.userInfo("token", (error, info) => describe(error, info?.sub ?? null));
  // @ts-expect-error an access token is required
  void webAuth.client.userInfo();
  // @ts-expect-error options are no text
  void webAuth.parseHash("#access_token=a");
  // @ts-expect-error a state is a string
  void webAuth.parseHash({ state: 7 });
}

export async function useTheRest(): Promise<unknown[]> {
  await webAuth.login({ email: "e", password: "p", realm: "r", pkce: true });
  await webAuth.passwordlessStart({ connection: "email", send: null, email: "e" });
  await webAuth.passwordlessLogin({ connection: "sms", phoneNumber: "+49", verificationCode: "1" });
  const popup: AuthResult = await webAuth.popup.authorize({ popupOptions: { width: 300 } });
  const tokens: AuthResult = await webAuth.client.oauthToken({ refreshToken: "r" });
  const text: string = await webAuth.changePassword({ connection: "c", email: "e" });
  const data = await webAuth.client.getSSOData();
  const management = new Management({ domain: "tenant.example", token: "t" });
  const identities: readonly unknown[] = await management.linkUser("id", "token");
  management.patchUserMetadata("id", { color: "red" }, (error, user) =>
    describe(error, String(user?.["user_id"])),
  );
  // @ts-expect-error a realm is required
  void webAuth.login({ email: "e", password: "p" });
  // @ts-expect-error there are two kinds of passwordless connection
  void webAuth.passwordlessStart({ connection: "fax", email: "e" });
  // @ts-expect-error a verification code is required
  void webAuth.passwordlessLogin({ connection: "email", email: "e" });
  // @ts-expect-error a connection is required
  void webAuth.signup({ email: "e", password: "p" });
  // @ts-expect-error metadata are an object
  void management.patchUserMetadata("id", "red");
  // @ts-expect-error the user is known only if a session exists
  void data.lastUsedUserID;
  return [popup, tokens, text, identities];
}

/** Methods need no `this`. */
export const { authorize, parseHash, checkSession, logout } = webAuth;
export const { buildAuthorizeUrl, userInfo } = new Authentication({
  domain: "http://localhost:4400",
  clientID: "client-1",
});
export const url: string = buildAuthorizeUrl({ responseType: "id_token", nonce: "n" });
export const major: string = version.split(".")[0] ?? "";

function describe(error: AuthError | null, text: string | null): string {
  if (error === null) return text ?? "";
  const reason: AuthErrorReason | undefined = error.reason;
  // @ts-expect-error reasons are a closed list
  if (reason === "made_up") return "";
  // @ts-expect-error the rules of a weak password are an object
  const description: string = error.description;
  return `${description} ${error.code} ${error.errorDescription} ${error.error_description} ${error.statusCode ?? ""}`;
}
