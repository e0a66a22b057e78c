import { expect, test } from "vitest";
import {
  describeAnswer,
  describePayload,
  listMessageFacts,
  listMessageHeaders,
  listMessageTokens,
} from "../../../../../lib/models/trace/describe-message.ts";
import { jwtOf, traceOf, type EntryFacts } from "../../trace/entries.ts";
import { codeLogin, idp, script, tokenFor } from "../../trace/join/logins.ts";

async function readRow(entries: readonly EntryFacts[]) {
  const [row] = (await traceOf(entries)).flows;
  if (row === undefined) throw new Error("The entries are no flow.");
  return row;
}

async function readMessage(facts: EntryFacts) {
  const [message] = (await readRow([facts])).flow.messages;
  if (message === undefined) throw new Error("The entry is no message.");
  return message;
}

const answerOf = async (change: Partial<EntryFacts>) =>
  describeAnswer(await readMessage({ ...tokenFor({}), ...change }));

test("masks codes, passwords and tokens, and shows plain parameters", async () => {
  const { flow } = await readRow(codeLogin({}));
  const facts = flow.messages.flatMap(listMessageFacts);
  const secret = new Set(facts.filter(({ isSecret }) => isSecret).map(({ value }) => value));
  for (const value of ["c", "p", "access-c", "refresh-c", jwtOf({ sub: "ada", jti: "c" })]) {
    expect(secret, value).toContain(value);
  }
  const plain = new Set(facts.filter(({ isSecret }) => !isSecret).map(({ value }) => value));
  expect(plain).toContain("spa");
  expect(plain).toContain("openid");
});

test("lists method, address and status before the headers of both directions", async () => {
  const message = await readMessage({
    ...tokenFor({}),
    headers: { "X-One": "1" },
    responseHeaders: { Date: "Mon, 23 Nov 2026 08:00:00 GMT" },
  });
  const groups = listMessageHeaders(message);
  expect(groups.map(({ title }) => title)).toEqual([
    "General",
    "Response headers",
    "Request headers",
  ]);
  expect(groups[0]?.facts.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    `URL: ${idp}/oauth/token`,
    "Method: POST",
    "Status: 200",
  ]);
});

test("a payload has the parameters of the address, and those of the form", async () => {
  const { groups, body } = describePayload(
    await readMessage({ ...tokenFor({}), query: { organization: "acme" } }),
  );
  expect(groups.map(({ title }) => title)).toEqual(["Query parameters", "Form data"]);
  expect(body).toBeUndefined();
});

test("says that a request has no payload", async () => {
  const { groups, body } = describePayload(
    await readMessage({
      url: `${idp}/userinfo`,
      ...script,
      headers: { Authorization: "Bearer opaque-token" },
      answer: {},
    }),
  );
  expect(groups).toEqual([]);
  expect(body).toEqual({
    kind: "none",
    sentence: "The request has no parameters and no body.",
  });
});

test("lists the parameters of a redirect, those of its fragment too", async () => {
  const [first] = codeLogin({});
  const { groups, body } = describeAnswer(
    await readMessage({
      ...first,
      url: first?.url ?? "",
      location: "https://app.example/callback?iss=i#error=login_required&state=s",
    }),
  );
  expect(groups.map(({ title, facts }) => [title, facts.map(({ name }) => name)])).toEqual([
    ["Parameters of the redirect", ["iss"]],
    ["Fragment parameters of the redirect", ["error", "state"]],
  ]);
  expect(body).toMatchObject({ kind: "none" });
});

test.each([
  ["no body was seen", { answer: null }, "The body was not seen"],
  ["the body is empty", { answer: "" }, "The response has no body."],
  ["there was no response", { status: 0, answer: null }, "There was no response."],
])("says why there is nothing to show if %s", async (_name, change, sentence) => {
  expect((await answerOf(change)).body).toMatchObject({
    kind: "none",
    sentence: expect.stringContaining(sentence),
  });
});

test("shows a JSON body with many members as a tree, whose copy has no secrets", async () => {
  const members = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`member_${index}`, index]),
  );
  const { groups, body } = await answerOf({ answer: { ...members, access_token: "opaque-1" } });
  expect(groups).toEqual([]);
  if (body?.kind !== "json") throw new Error("The body is no tree.");
  expect(JSON.stringify(body.value)).toContain("opaque-1");
  expect(JSON.stringify(body.copied)).not.toContain("opaque-1");
  expect(body.isSecret(["access_token"], "opaque-1")).toBe(true);
});

test("a JSON body with too many levels is a text", async () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  expect((await answerOf({ answer: deep })).body).toMatchObject({ kind: "text" });
});

test("a text is shown without its secrets, and from a long one only the beginning", async () => {
  const secret = "5512-secret-of-ada";
  const page = `<input type="hidden" name="password" value="${secret}">${"x".repeat(30_000)}`;
  const { body } = await answerOf({ answer: page });
  if (body?.kind !== "text") throw new Error("The body is no text.");
  expect(body.shown).toContain(secret);
  expect(body.redacted).not.toContain(secret);
  expect(body.copy()).not.toContain(secret);
  expect(body.shown).toHaveLength(20_000);
  expect(body.more).toBe(page.length - 20_000);
});

test("a message has the tokens that it delivers and those that it sends, decoded", async () => {
  const token = jwtOf({ sub: "ada", jti: "c" });
  const row = await readRow([
    ...codeLogin({}),
    {
      at: 500,
      url: `${idp}/userinfo`,
      ...script,
      headers: { Authorization: "Bearer access-c" },
      answer: { sub: "ada" },
    },
  ]);
  const described = row.flow.messages.map((message) =>
    listMessageTokens(message, row).map(({ token: { name }, direction }) => `${direction} ${name}`),
  );
  expect(described.slice(-2)).toEqual([
    ["delivered id_token", "delivered access_token", "delivered refresh_token"],
    ["sent access_token"],
  ]);
  const [idToken] = row.flow.messages
    .flatMap((message) => listMessageTokens(message, row))
    .filter(({ token: { text } }) => text === token);
  expect(idToken?.content?.value).toMatchObject({ claims: { sub: "ada" } });
});
