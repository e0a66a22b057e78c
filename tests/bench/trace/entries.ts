/** A HAR entry as Chromium writes it. */
export interface Entry {
  startedDateTime: string;
  readonly [member: string]: unknown;
}

interface Exchange {
  /** Unix time in ms. */
  at: number;
  method: string;
  url: string;
  resourceType: string;
  requestHeaders: Record<string, string>;
  post?: { mimeType: string; text: string };
  status: number;
  responseHeaders: Record<string, string>;
  content: { mimeType: string; text?: string; encoding?: string };
  location?: string;
}

const browserHeaders = {
  Accept: "*/*",
  "Accept-Encoding": "gzip, deflate, br, zstd",
  "Accept-Language": "en-GB,en;q=0.9",
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
  "sec-ch-ua": '"Chromium";v="156", "Not?A_Brand";v="24"',
  "sec-ch-ua-mobile": "?0",
  "sec-ch-ua-platform": '"Linux"',
};

const listHeaders = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** Returns an entry with all members that Chromium writes, also those that are not read. */
function writeEntry(exchange: Exchange): Entry {
  const { at, method, url, post, status, content, location } = exchange;
  const { host, searchParams } = new URL(url);
  const size = content.text?.length ?? 0;
  return {
    _connectionId: "14766",
    _initiator: {
      type: "script",
      stack: {
        callFrames: [1, 2, 3].map((line) => ({
          functionName: "send",
          scriptId: "41",
          url: "https://app.example/assets/main-4f1c9e22.js",
          lineNumber: line,
          columnNumber: 1200,
        })),
      },
    },
    _priority: "High",
    _resourceType: exchange.resourceType,
    cache: {},
    connection: "443",
    pageref: "page_1",
    request: {
      method,
      url,
      httpVersion: "http/2.0",
      headers: listHeaders({ Host: host, ...browserHeaders, ...exchange.requestHeaders }),
      queryString: Array.from(searchParams, ([name, value]) => ({ name, value })),
      cookies: [],
      headersSize: -1,
      bodySize: post?.text.length ?? 0,
      ...(post === undefined ? {} : { postData: post }),
    },
    response: {
      status,
      statusText: "",
      httpVersion: "http/2.0",
      headers: listHeaders({
        Date: new Date(at).toUTCString(),
        "Content-Type": content.mimeType,
        "Content-Length": `${size}`,
        "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
        "X-Content-Type-Options": "nosniff",
        Vary: "Origin, Accept-Encoding",
        ...(location === undefined ? {} : { Location: location }),
        ...exchange.responseHeaders,
      }),
      cookies: [],
      content: { size, ...content },
      redirectURL: location ?? "",
      headersSize: -1,
      bodySize: -1,
      _transferSize: size + 300,
      _error: null,
      _fetchedViaServiceWorker: false,
    },
    serverIPAddress: "192.0.2.7",
    startedDateTime: new Date(at).toISOString(),
    time: 83.41,
    timings: {
      blocked: 1.2,
      dns: -1,
      ssl: -1,
      connect: -1,
      send: 0.21,
      wait: 80.1,
      receive: 1.9,
      _blocked_queueing: 1.1,
    },
  };
}

/** The text that bodies are cut from: it compresses and parses like code. */
const code = Array.from(
  { length: 20_000 },
  (_, at) => `function f${at}(a,b){return a["k${at * 7919}"]?b+${at}:"\\n${at}"}`,
).join("\n");

const textOf = (length: number, seed: number) => {
  const from = (seed * 7919) % 400_000;
  return code.slice(from, from + Math.round(length));
};

/** An image, a script, a style, a page of another site, a call without a token or a report. */
export function noiseEntry(count: number, at: number): Entry {
  const site = { Referer: "https://app.example/", "sec-fetch-site": "same-origin" };
  const get = (path: string, resourceType: string, dest: string) => ({
    at,
    method: "GET",
    url: `https://app.example/${path}`,
    resourceType,
    requestHeaders: { ...site, "sec-fetch-dest": dest, "sec-fetch-mode": "no-cors" },
    status: 200,
    responseHeaders: { "Cache-Control": "max-age=3600", ETag: `"${count}"` },
  });
  switch (count % 6) {
    case 0:
      return writeEntry({
        ...get(`assets/chunk-${count}.js`, "script", "script"),
        content: { mimeType: "text/javascript", text: textOf(20_000, count) },
      });
    case 1:
      return writeEntry({
        ...get(`assets/style-${count}.css`, "stylesheet", "style"),
        content: { mimeType: "text/css", text: textOf(6000, count) },
      });
    case 2:
      return writeEntry({
        ...get(`images/${count}.webp`, "image", "image"),
        content: {
          mimeType: "image/webp",
          text: Buffer.from(textOf(8000, count)).toString("base64"),
          encoding: "base64",
        },
      });
    case 3:
      return writeEntry({
        ...get(`locales/${count}.json`, "fetch", "empty"),
        content: {
          mimeType: "application/json",
          text: JSON.stringify({ messages: textOf(4000, count).split("\n") }),
        },
      });
    case 4:
      return writeEntry({
        ...get(`collect?event=${count}&page=%2Forders`, "xhr", "empty"),
        method: "POST",
        post: {
          mimeType: "application/json",
          text: JSON.stringify({ events: textOf(1000, count).split("\n") }),
        },
        status: 204,
        content: { mimeType: "x-unknown" },
      });
    default:
      return writeEntry({
        ...get(`orders/${count}`, "document", "document"),
        content: { mimeType: "text/html", text: textOf(3000, count) },
      });
  }
}

/** The load of a page: by a link, or by a form. */
export function pageEntry(load: {
  at: number;
  url: string;
  /** The origin of the page before. */
  page: string;
  form?: Record<string, string>;
  /** The target of a redirect. */
  location?: string;
  /** The number of characters of the page. */
  html?: number;
}): Entry {
  const { at, url, page, form, location, html = 0 } = load;
  return writeEntry({
    at,
    url,
    method: form === undefined ? "GET" : "POST",
    resourceType: "document",
    requestHeaders: {
      Referer: `${page}/`,
      Cookie: `session=${"c".repeat(120)}`,
      "sec-fetch-dest": "document",
      "sec-fetch-mode": "navigate",
      ...(form === undefined
        ? {}
        : { Origin: page, "Content-Type": "application/x-www-form-urlencoded" }),
    },
    ...(form === undefined
      ? {}
      : {
          post: {
            mimeType: "application/x-www-form-urlencoded",
            text: new URLSearchParams(form).toString(),
          },
        }),
    status: location === undefined ? 200 : 302,
    responseHeaders: { "Set-Cookie": "session=1; Path=/; Secure; HttpOnly; SameSite=None" },
    content: {
      mimeType: "text/html",
      ...(html === 0
        ? {}
        : {
            text: `<!doctype html><html><body><script>${textOf(html, at)}</script></body></html>`,
          }),
    },
    ...(location === undefined ? {} : { location }),
  });
}

/** A request of a page's script to another origin, or the preflight of one. */
export function jsonEntry(call: {
  at: number;
  url: string;
  /** The page's origin. */
  page: string;
  headers?: Record<string, string>;
  json?: object;
  answer?: object;
  /** The method that this preflight asks for. */
  asks?: string;
}): Entry {
  const { at, url, page, headers, json, answer, asks } = call;
  const isPreflight = asks !== undefined;
  return writeEntry({
    at,
    url,
    method: isPreflight ? "OPTIONS" : json === undefined ? "GET" : "POST",
    resourceType: isPreflight ? "preflight" : "fetch",
    requestHeaders: {
      Origin: page,
      Referer: `${page}/`,
      "sec-fetch-dest": "empty",
      "sec-fetch-mode": "cors",
      "sec-fetch-site": "cross-site",
      ...(isPreflight
        ? {
            "Access-Control-Request-Method": asks,
            "Access-Control-Request-Headers": "content-type",
          }
        : {}),
      ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(json === undefined
      ? {}
      : { post: { mimeType: "application/json", text: JSON.stringify(json) } }),
    status: isPreflight ? 204 : 200,
    responseHeaders: {
      "Access-Control-Allow-Origin": page,
      "Access-Control-Allow-Methods": "GET, POST",
      "Access-Control-Allow-Headers": "authorization, content-type",
      "Cache-Control": "no-store",
    },
    content:
      answer === undefined
        ? { mimeType: "x-unknown" }
        : { mimeType: "application/json", text: JSON.stringify(answer) },
  });
}
