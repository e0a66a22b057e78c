import type { Planted } from "./secret-kinds.ts";

interface Pair {
  name: string;
  value: string;
}

/** A HAR entry, as far as a secret can be planted in it. */
interface Entry {
  startedDateTime: string;
  time: number;
  request: { method: string; url: string; headers: Pair[]; postData?: { text: string } };
  response: {
    status: number;
    headers: Pair[];
    redirectURL: string;
    content: { size: number; mimeType: string; text?: string };
    _error?: string;
  };
  _initiator?: { url: string };
}

/** The entries of one login. */
export interface Login {
  start: Entry;
  page: Entry;
  form: Entry;
  callback: Entry;
  token: Entry;
  userInfo: Entry;
  api: Entry;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const percent = encodeURIComponent;

/** Creates a login without secrets beside its own code, state and tokens. */
export function createLogin(): Login {
  let second = 0;
  const entry = (request: Partial<Entry["request"]> & { url: string }, response: object): Entry => {
    second += 1;
    return {
      startedDateTime: new Date(Date.UTC(2026, 10, 23, 8, 0, second)).toISOString(),
      time: 20,
      request: { method: "GET", headers: [], ...request },
      response: {
        status: 200,
        headers: [],
        redirectURL: "",
        content: { size: 0, mimeType: "" },
        ...response,
      },
    };
  };
  const json = (value: object) => ({
    headers: [{ name: "content-type", value: "application/json" }],
    content: { size: 9, mimeType: "application/json", text: JSON.stringify(value) },
  });
  const back = "https://app.example/callback?code=code-1234567890&state=state-1234567890";
  return {
    start: entry(
      {
        url: "https://login.example/authorize?client_id=spa&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&scope=openid&state=state-1234567890&nonce=nonce-1234567890",
      },
      { status: 302, redirectURL: "https://login.example/u/login?state=login-1234567890" },
    ),
    page: entry(
      { url: "https://login.example/u/login?state=login-1234567890" },
      {
        headers: [{ name: "content-type", value: "text/html" }],
        content: { size: 9, mimeType: "text/html", text: "<!doctype html><title>Log in</title>" },
      },
    ),
    form: entry(
      {
        method: "POST",
        url: "https://login.example/u/login?state=login-1234567890",
        headers: [{ name: "content-type", value: "application/x-www-form-urlencoded" }],
        postData: { text: "username=someone&action=default" },
      },
      { status: 302, redirectURL: back, headers: [{ name: "location", value: back }] },
    ),
    callback: entry({ url: back }, {}),
    token: entry(
      {
        method: "POST",
        url: "https://login.example/oauth/token",
        headers: [{ name: "content-type", value: "application/json" }],
        postData: {
          text: JSON.stringify({
            grant_type: "authorization_code",
            client_id: "spa",
            code: "code-1234567890",
          }),
        },
      },
      json({ access_token: "access-1234567890", token_type: "Bearer", expires_in: 60 }),
    ),
    userInfo: entry(
      {
        url: "https://login.example/userinfo",
        headers: [{ name: "authorization", value: "Bearer access-1234567890" }],
      },
      json({ sub: "someone" }),
    ),
    api: entry(
      {
        url: "https://api.example/orders",
        headers: [{ name: "authorization", value: "Bearer access-1234567890" }],
      },
      { ...json({ error: "insufficient_scope" }), status: 403 },
    ),
  };
}

type Plant = (login: Login, secret: string) => void;

const addQuery = (entry: Entry, text: string) => {
  entry.request.url += `${entry.request.url.includes("?") ? "&" : "?"}${text}`;
};
const addHeader = (to: { headers: Pair[] }, name: string, value: string) => {
  to.headers.push({ name, value: value.replaceAll("\n", String.raw`\n`) });
};
const answer = (entry: Entry, value: object, mimeType = "application/json") => {
  entry.response.content = { size: 9, mimeType, text: JSON.stringify(value) };
};
const show = (entry: Entry, text: string, mimeType = "text/html") => {
  entry.response.content = { size: text.length, mimeType, text };
};
const post = (entry: Entry, text: string) => {
  entry.request.postData = { text };
};

/** The places of an entry at which a value stands, each with a secret in it. */
export const places: Readonly<Record<string, Plant>> = {
  "query, known name": ({ start }, secret) => addQuery(start, `login_hint=${percent(secret)}`),
  "query, any name": ({ page }, secret) => addQuery(page, `x=${percent(secret)}`),
  "query without a name": ({ api }, secret) => addQuery(api, percent(secret)),
  "query, encoded twice": ({ page }, secret) => addQuery(page, `r=${percent(percent(secret))}`),
  "query of a URL in the query": ({ page }, secret) =>
    addQuery(page, `next=${percent(`https://app.example/a?t=${percent(secret)}`)}`),
  "path of a URL in the query": ({ page }, secret) =>
    addQuery(page, `then=${percent(`https://app.example/${percent(secret)}`)}`),
  path: ({ api }, secret) => {
    api.request.url = `https://api.example/orders/${percent(secret)}`;
  },
  "path parameter": ({ api }, secret) => {
    api.request.url = `https://api.example/orders;s=${percent(secret)}`;
  },
  fragment: ({ callback }, secret) => {
    callback.request.url += `#k=${percent(secret)}`;
  },
  "user of a URL": ({ api }, secret) => {
    api.request.url = `https://someone:${percent(secret)}@api.example/orders`;
  },
  "header of a request": ({ api }, secret) => addHeader(api.request, "x-any", secret),
  "bearer token": ({ api }, secret) => {
    api.request.headers = [];
    addHeader(api.request, "authorization", `Bearer ${secret}`);
  },
  "credential of another scheme": ({ api }, secret) => {
    api.request.headers = [];
    addHeader(api.request, "authorization", `Token token="${secret}"`);
  },
  "password of Basic": ({ token }, secret) =>
    addHeader(
      token.request,
      "authorization",
      `Basic ${Buffer.from(`spa:${secret}`).toString("base64")}`,
    ),
  cookie: ({ page }, secret) => addHeader(page.request, "cookie", `a=1; b=${percent(secret)}`),
  "cookie with JSON": ({ page }, secret) =>
    addHeader(page.request, "cookie", `c=${percent(JSON.stringify({ d: secret }))}`),
  "name of a cookie": ({ page }, secret) =>
    addHeader(page.request, "cookie", `${percent(secret)}=1`),
  referer: ({ api }, secret) =>
    addHeader(api.request, "referer", `https://app.example/a?b=${percent(secret)}`),
  "form field": ({ form }, secret) => post(form, `username=someone&f=${percent(secret)}`),
  "name of a form field": ({ form }, secret) =>
    post(form, `username=someone&${percent(secret)}=on`),
  "form field of the token request": ({ token }, secret) =>
    post(token, `grant_type=authorization_code&client_id=spa&client_secret=${percent(secret)}`),
  "member of JSON": ({ token }, secret) =>
    post(
      token,
      JSON.stringify({ grant_type: "authorization_code", deep: { list: [{ m: secret }] } }),
    ),
  "name of a member": ({ token }, secret) =>
    post(token, JSON.stringify({ grant_type: "authorization_code", [secret]: true })),
  "JSON in JSON": ({ token }, secret) =>
    post(token, JSON.stringify({ grant_type: "password", inner: JSON.stringify({ i: secret }) })),
  "JSON in base64": ({ page }, secret) => addQuery(page, `b=${encode({ v: secret })}`),
  "text in base64": ({ page }, secret) =>
    addQuery(page, `e=${percent(Buffer.from(`note ${secret}`).toString("base64"))}`),
  "part of a multipart form": ({ form }, secret) =>
    post(
      form,
      `--xyz0987\r\nContent-Disposition: form-data; name="p"\r\n\r\n${secret}\r\n--xyz0987--`,
    ),
  "text of a query language": ({ token }, secret) =>
    post(token, JSON.stringify({ query: `mutation { add(v: ${JSON.stringify(secret)}) { id } }` })),
  XML: ({ form }, secret) => post(form, `<a><b>${secret}</b></a>`),
  "broken JSON": ({ token }, secret) => post(token, `{"v": ${JSON.stringify(secret)}, `),
  "set-cookie": ({ page }, secret) =>
    addHeader(page.response, "set-cookie", `s=${percent(secret)}; Path=/; HttpOnly`),
  "path of set-cookie": ({ page }, secret) =>
    addHeader(page.response, "set-cookie", `s=1; Path=/${percent(secret)}`),
  location: ({ form }, secret) => {
    form.response.redirectURL += `&z=${percent(secret)}`;
  },
  "location without a path": ({ page }, secret) =>
    addHeader(page.response, "content-location", percent(secret)),
  "attribute of set-cookie": ({ page }, secret) =>
    addHeader(page.response, "set-cookie", `s=1; Priority=${percent(secret)}; Expires=${secret} 1`),
  "word of a policy": ({ page }, secret) =>
    addHeader(page.response, "content-security-policy", `img-src ${percent(secret)}.Ab1`),
  "header of a response": ({ page }, secret) => addHeader(page.response, "x-other", secret),
  "link header": ({ page }, secret) =>
    addHeader(page.response, "link", `<https://cdn.example/${percent(secret)}>; rel=preload`),
  "nonce of a policy": ({ page }, secret) =>
    addHeader(page.response, "content-security-policy", `script-src 'nonce-${percent(secret)}'`),
  "report of a policy": ({ page }, secret) =>
    addHeader(
      page.response,
      "content-security-policy",
      `report-uri https://report.example/a?k=${percent(secret)}`,
    ),
  "challenge of an API": ({ api }, secret) =>
    addHeader(api.response, "www-authenticate", `Bearer realm="api", opaque="${percent(secret)}"`),
  etag: ({ userInfo }, secret) => addHeader(userInfo.response, "etag", `"${secret}"`),
  "member of a response": ({ userInfo }, secret) =>
    answer(userInfo, { sub: "someone", r: [secret] }),
  "known member of a response": ({ token }, secret) =>
    answer(token, { access_token: secret, token_type: "Bearer" }),
  "claim of a token": ({ token }, secret) =>
    answer(token, {
      id_token: `${encode({ alg: "HS256" })}.${encode({ iss: "https://login.example/", own: secret })}.c2lnbmF0dXJlLTEyMw`,
    }),
  "header of a token": ({ token }, secret) =>
    answer(token, {
      id_token: `${encode({ alg: "HS256", own: secret })}.${encode({ iss: "https://login.example/" })}.c2lnbmF0dXJlLTEyMw`,
    }),
  "script of a page": ({ page }, secret) =>
    show(page, `<!doctype html><script>const a = ${JSON.stringify(secret)};</script>`),
  "field of a page": ({ page }, secret) =>
    show(
      page,
      `<!doctype html><form action="/u/login"><input type="hidden" name="h" value='${secret.replaceAll("'", "")}'></form>`,
    ),
  "meta of a page": ({ page }, secret) =>
    show(
      page,
      `<!doctype html><meta name="m" content="${percent(secret)}"><div data-a="${percent(secret)}"></div><!-- ${secret} -->`,
    ),
  "paragraph of a page": ({ page }, secret) =>
    show(page, `<!doctype html><p>Your key: ${secret}</p>`),
  initiator: ({ api }, secret) => {
    api._initiator = { url: `https://app.example/p?i=${percent(secret)}` };
  },
};

/** Places in prose: there, only what is no word can be told from the rest. */
const prosePlaces: Readonly<Record<string, Plant>> = {
  "heading of a page": ({ page }, secret) =>
    show(page, `<!doctype html><h1>Hello ${secret}</h1><p role="alert">No ${secret} here</p>`),
  "description of an error": ({ api }, secret) =>
    answer(api, { error: "invalid_request", error_description: `The value ${secret} is wrong.` }),
  "text of another type": ({ page }, secret) => show(page, `a,b\n1,${secret}`, "text/csv"),
  "plain text": ({ page }, secret) => show(page, `Failed for ${secret} at once`, "text/plain"),
  "reason of the browser": ({ api }, secret) => {
    api.response.status = 0;
    api.response._error = `failed: ${secret}`;
  },
};

/** Lists a plant for each kind at `each` places, so that all places are used in turn. */
export function distribute(
  secrets: readonly Planted[],
): { place: string; plant: Plant; secret: Planted }[] {
  const all = [...Object.entries(places), ...Object.entries(prosePlaces)];
  return secrets.flatMap((secret, index) => {
    const [place, plant] = all[index % all.length] ?? [];
    if (place === undefined || plant === undefined) return [];
    const isProse = Object.hasOwn(prosePlaces, place);
    return isProse && secret.kind === "passphrase" ? [] : [{ place, plant, secret }];
  });
}
