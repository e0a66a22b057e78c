/** A request to the controls of the sandbox. */
export interface ControlCall {
  method: "POST" | "PUT" | "PATCH";
  /** The path below the controls. */
  path: string;
  body?: object;
}

/** Something to try with the sandbox: what it changes there, and where its effect shows. */
export interface ThingToTry {
  id: string;
  title: string;
  /** What to do next, and what to look at. */
  look: string;
  calls: readonly ControlCall[];
}

const application = "/clients/demo-spa";
const userId = "auth0|65f1c0ada000000000000001";

/** The list, in the order in which a user learns most from it. */
export const thingsToTry: readonly ThingToTry[] = [
  {
    id: "events",
    title: "Emit five events",
    look: "The toolbar button counts them, and the Events tab of the panel lists them.",
    calls: [{ method: "POST", path: "/events", body: { type: "all", count: 5 } }],
  },
  {
    id: "hs256",
    title: "Sign ID tokens with HS256",
    look: "Run “Login with redirect” in the panel: the library refuses the ID token, and says why.",
    calls: [{ method: "PATCH", path: application, body: { id_token_signing_alg: "HS256" } }],
  },
  {
    id: "clock",
    title: "Set the sandbox's clock ten minutes ahead",
    look: "Run a login: the library refuses the ID token, and the checks say how far the clocks differ.",
    calls: [{ method: "PUT", path: "/clock", body: { skew: 600 } }],
  },
  {
    id: "callback",
    title: "Allow no callback URL",
    look: "Run a login: the sandbox refuses it. Close its window, and the run names the URL to allow.",
    calls: [{ method: "PATCH", path: application, body: { callbacks: [] } }],
  },
  {
    id: "blocked",
    title: "Block the user Ada",
    look: "Run “Login with redirect” with the prompt “login”, and select “Log in as ada@example.com”: the sandbox refuses it.",
    calls: [{ method: "PATCH", path: `/users/${userId}`, body: { blocked: true } }],
  },
  {
    id: "rate-limit",
    title: "Answer the next three requests for profiles with 429",
    look: "Open the popup: it tries again for ten seconds, and then says that the limit is reached and when to go on.",
    calls: [
      {
        method: "POST",
        path: "/responses",
        body: {
          path: "/api/v2/token-exchange-profiles",
          times: 3,
          status: 429,
          headers: { "retry-after": "5", "content-type": "application/json" },
          body: '{"statusCode":429,"error":"Too Many Requests","message":"Global limit has been reached"}',
        },
      },
    ],
  },
  {
    id: "cut",
    title: "Cut the event stream",
    look: "The panel shows that the stream reconnects. No event is lost, and none is stored twice.",
    calls: [{ method: "POST", path: "/streams/drop" }],
  },
  {
    id: "gap",
    title: "Lose events: keep three of ten while the stream is away",
    look: "The Events tab marks the gap, and says which events may be missing.",
    calls: [
      // A stream without an event has no position to lose.
      { method: "POST", path: "/events", body: { type: "user.created" } },
      { method: "PATCH", path: "/limits", body: { retainedEvents: 3 } },
      { method: "POST", path: "/streams/drop" },
      { method: "POST", path: "/events", body: { type: "user.created", count: 10 } },
    ],
  },
  {
    id: "reset",
    title: "Put everything back",
    look: "Profiles, users, application, clock and limits are as they were at first. The sandbox has no events; the Events tab keeps those that it has.",
    calls: [{ method: "POST", path: "/reset" }],
  },
];
