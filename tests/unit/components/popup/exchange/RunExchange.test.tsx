import { expect, test } from "vitest";
import { now } from "../../fake-worker.ts";
import {
  click,
  describe,
  find,
  findButton,
  findField,
  sourceOf,
  submit,
  type,
  words,
} from "../../show.ts";
import { legacy, showExchange } from "./stage-exchange.tsx";

const calm = { level: "calm", remaining: 10, message: "10 exchanges may fail." };
const warning = { level: "warning", remaining: 2, message: "2 more failed ones, and it ends." };
const encode = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const accessToken = `${encode({ alg: "RS256" })}.${encode({ sub: "legacy|42", exp: now / 1000 + 3600 })}.c2ln`;

async function showRun() {
  const staged = await showExchange({ profiles: [legacy] });
  staged.worker.answer("token-exchange.forecast", calm);
  await click(findButton(staged.place, "Run an exchange with Legacy"));
  return staged;
}

test("starts at the subject token, with the tenant's client and the remaining failures", async () => {
  const { place } = await showRun();
  expect(document.activeElement).toBe(findField(place, "Subject token"));
  expect(findField(place, "Client ID").value).toBe("demo-spa");
  expect(findField(place, "Subject token").type).toBe("password");
  expect(words(place)).toContain("10 exchanges may fail.");
});

test("sends nothing without a subject token", async () => {
  const { place, sentOf } = await showRun();
  await submit(find(place, "form").parentNode ?? place);
  expect(describe(findField(place, "Subject token"))).toContain("is required");
  expect(sentOf("token-exchange.run")).toEqual([]);
});

test("masks issued tokens, shows their claims, and removes both on demand", async () => {
  const { place, worker } = await showRun();
  const response = { access_token: accessToken, token_type: "Bearer", expires_in: 3600 };
  worker.answer("token-exchange.run", { outcome: { kind: "issued", response }, forecast: calm });
  await type(findField(place, "Subject token"), "legacy-1");
  await click(findButton(place, "Run exchange"));
  expect(words(place)).toContain("Tokens issued.");
  expect(words(find(place, ".since"))).toBe(`${now}: this exchange`);
  expect(words(place)).toContain("legacy|42");
  expect(words(place)).toContain("in 1 h");
  expect(sourceOf(find(place, ".result"))).not.toContain(accessToken);
  await click(findButton(place, "Show access_token"));
  expect(words(place)).toContain(accessToken);
  await click(findButton(place, "Discard tokens"));
  expect(sourceOf(place)).not.toContain("legacy|42");
});

test("shows the action's message, the causes, and the remaining failures after a rejection", async () => {
  const { place, worker } = await showRun();
  worker.answer("token-exchange.run", {
    outcome: {
      kind: "refused",
      reason: "invalid-request",
      status: 400,
      message: "The exchange was rejected.",
      causes: [{ what: "The token is not valid.", check: "Read its message." }],
      errorCode: "invalid_request",
      serviceMessage: "Unknown subject.",
      isFailedAttempt: true,
    },
    forecast: warning,
  });
  await type(findField(place, "Subject token"), "wrong");
  await click(findButton(place, "Run exchange"));
  expect(words(find(place, ".since"))).toBe(`${now}: this exchange`);
  const alert = find(place, "[role=alert]");
  expect(words(alert)).toContain("Exchange failed: invalid_request");
  expect(words(find(alert, "q"))).toBe("Unknown subject.");
  expect(words(find(alert, "li"))).toBe("The token is not valid. Read its message.");
  expect(words(place)).toContain("Limit of failed exchanges almost reached.");
});

test("shows when a throttled exchange can be retried", async () => {
  const { place, worker } = await showRun();
  worker.answer("token-exchange.run", {
    outcome: {
      kind: "refused",
      reason: "throttled",
      status: 429,
      message: "Too many failed.",
      causes: [],
      errorCode: "too_many_attempts",
      retryAt: now + 600_000,
      isFailedAttempt: false,
    },
    forecast: {
      level: "exhausted",
      remaining: 0,
      nextAt: now + 600_000,
      message: "Wait 10 minutes.",
    },
  });
  await type(findField(place, "Subject token"), "right");
  await click(findButton(place, "Run exchange"));
  expect(words(find(place, ".retry"))).toBe("Try again in 10 minutes.");
  expect(words(place)).toContain("Limit of failed exchanges reached.");
});

test("keeps the optional fields open while the user corrects a problem in them", async () => {
  const { place } = await showRun();
  const parameters = findField(place, "Additional parameters (optional)");
  await type(parameters, "device");
  await click(findButton(place, "Run exchange"));
  const further = find(place, "details");
  expect(further).toHaveProperty("open", true);
  await type(parameters, "device=phone");
  expect(describe(parameters)).not.toContain("Line 1");
  expect(further).toHaveProperty("open", true);
});

test("discards everything on leaving, and shows the list again", async () => {
  const { place } = await showRun();
  await type(findField(place, "Subject token"), "legacy-1");
  await click(findButton(place, "Back to the list"));
  await click(findButton(place, "Run an exchange with Legacy"));
  expect(findField(place, "Subject token").value).toBe("");
});
