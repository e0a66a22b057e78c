import * as z from "zod/mini";
import { demo } from "./demo.ts";
import { expectWords, type TourStage, type TourStep } from "./tour-stage.ts";

const answerSchema = z.looseObject({ access_token: z.string(), id_token: z.optional(z.string()) });

/** Logs in without a browser, as a user's script does; returns the tenant's answer. */
async function requestTokens(
  { tenant }: TourStage,
  parameters: { scope: string; audience?: string },
): Promise<z.infer<typeof answerSchema>> {
  const response = await fetch(`${tenant.origin}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      grant_type: "http://auth0.com/oauth/grant-type/password-realm",
      client_id: demo.clientId,
      realm: "Username-Password-Authentication",
      username: demo.user.email,
      password: demo.user.password,
      ...parameters,
    }),
  });
  return answerSchema.parse(await response.json());
}

async function paste(stage: TourStage, text: string): Promise<void> {
  await stage.panel.openTab("Tokens");
  const { frame } = stage.devtoolsPanel;
  // After a run, the field has a masked token: a paste replaces it, typing does not.
  const forget = frame.getByRole("button", { name: "Forget token" });
  if (await forget.isEnabled()) await forget.click();
  await frame.getByRole("textbox", { name: "Token" }).fill(text);
}

/** The Tokens tab, with the answers of the tenant's token endpoint. */
export const tourTokenSteps: readonly TourStep[] = [
  {
    name: "token-input",
    title: "a cURL command and its answer pasted, and the ID token in it chosen",
    async run(stage, pictureName) {
      const { frame } = stage.devtoolsPanel;
      const answer = await requestTokens(stage, { scope: "openid email" });
      const command = `curl ${stage.tenant.origin}/userinfo -H 'Authorization: Bearer ${answer.access_token}'`;
      await paste(stage, `${command}\n${JSON.stringify({ id_token: answer.id_token })}`);
      await frame.getByText("2 tokens in the text").waitFor();
      expectWords(await stage.panel.tokenReport(), "openid email");
      await frame.getByRole("radio", { name: "id_token" }).click();
      // The report about the other token has no email address.
      await frame.locator(".token-report").getByText(demo.user.email).first().waitFor();
      await stage.devtoolsPanel.screenshot(stage.picture(pictureName));
      expectWords(await stage.panel.tokenReport(), "Signed by");
    },
  },
  {
    name: "token-compare",
    title: "the access tokens for two APIs compared, the difference that matters first",
    async run(stage, pictureName) {
      const { frame } = stage.devtoolsPanel;
      const audience = `${stage.tenant.origin}/api/v2/`;
      const first = await requestTokens(stage, { scope: "openid" });
      const second = await requestTokens(stage, { scope: "read:current_user", audience });
      await paste(stage, JSON.stringify([first.access_token, second.access_token]));
      await frame.getByRole("button", { name: "Compare the two tokens" }).click();
      await frame.getByRole("button", { name: "Go to comparison" }).click();
      await stage.devtoolsPanel.screenshot(stage.picture(pictureName));
      const words = await frame.locator(".comparison").innerText();
      expectWords(words, `The second token is for another API: aud is "${audience}"`);
    },
  },
];
