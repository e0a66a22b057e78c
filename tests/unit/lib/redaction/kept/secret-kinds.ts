import { createChoices } from "../../../../fuzz/choices.ts";

const alphabets: Readonly<Record<string, readonly [string, ...string[]]>> = {
  b: ["A", ..."BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"],
  w: ["A", ..."BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"],
  h: ["0", ..."123456789abcdef"],
  d: ["0", ..."123456789"],
  l: ["a", ..."bcdefghijklmnopqrstuvwxyz0123456789"],
  U: ["A", ..."BCDEFGHIJKLMNOPQRSTUVWXYZ234567"],
};

/**
 * The forms of secrets, as their makers document them. `{w43}` stands for 43 random characters of
 * an alphabet, and `<…>` for the part that is searched for, if that is not all: a host is public.
 */
export const secretKinds: Readonly<Record<string, string>> = {
  "AWS access key": "AKIA{U16}",
  "AWS secret key": "{b40}",
  "AWS session token": "FwoGZXIvYXdzE{b120}",
  "AWS signature": "{h64}",
  "Google API key": "AIza{w35}",
  "Google client secret": "GOCSPX-{w28}",
  "Google access token": "ya29.{w100}",
  "GitHub token": "ghp_{b36}",
  "GitHub fine-grained token": "github_pat_<{b22}_{b59}>",
  "GitHub server token": "ghs_{b36}",
  "GitLab token": "glpat-{w20}",
  "Slack bot token": "xoxb-{d12}-{d12}-{b24}",
  "Slack webhook": "https://hooks.slack.example/services/<T{U8}/B{U8}/{b24}>",
  "Discord token": "{b24}.{b6}.{w27}",
  "Telegram token": "{d10}:{w35}",
  "Stripe key": "sk_live_{b24}",
  "Stripe restricted key": "rk_live_{b24}",
  "Stripe webhook secret": "whsec_{b32}",
  "Twilio key": "SK{h32}",
  "Twilio token": "{h32}",
  "SendGrid key": "SG.{w22}.{w43}",
  "Mailgun key": "key-{h32}",
  "Mailchimp key": "{h32}-us12",
  "npm token": "npm_{b36}",
  "PyPI token": "pypi-AgEIcHlwaS5vcmc{w60}",
  "RubyGems key": "rubygems_{h48}",
  "NuGet key": "oy2{l43}",
  "Docker Hub token": "dckr_pat_{w27}",
  "DigitalOcean token": "dop_v1_{h64}",
  "Heroku key": "{h8}-{h4}-4{h3}-a{h3}-{h12}",
  "Cloudflare token": "{w40}",
  "Azure storage key": "{b86}==",
  "Azure client secret": "{b3}8Q~{w34}",
  "Azure SAS": "sv=2022-11-02&sr=b&sig=<{b43}>",
  "Okta token": "00{w40}",
  "Vault token": "hvs.{w90}",
  "Shopify token": "shpat_{h32}",
  "Square token": "EAAA{w60}",
  "OpenAI key": "sk-proj-{b48}",
  "Anthropic key": "sk-ant-api03-<{w93}>",
  "Hugging Face token": "hf_{b34}",
  "Firebase key": "AAAA{w7}:{w134}",
  "New Relic key": "NRAK-{U27}",
  "Sentry DSN": "https://<{h32}>@o123.ingest.example/<{d7}>",
  "Linear key": "lin_api_{b40}",
  "Notion secret": "secret_{b43}",
  "Figma token": "figd_{w43}",
  "Atlassian token": "ATATT3{w180}",
  "Postman key": "PMAK-{h24}-{h34}",
  "Terraform token": "{b14}.atlasv1.{w60}",
  "Doppler token": "dp.pt.{b43}",
  "PEM key": "-----BEGIN PRIVATE KEY-----\n<MIIE{b60}\n{b64}>\n-----END PRIVATE KEY-----",
  "SSH key":
    "-----BEGIN OPENSSH PRIVATE KEY-----\n<b3BlbnNzaC1rZXk{b70}>\n-----END OPENSSH PRIVATE KEY-----",
  "signed JWT": "eyJhbGciOiJIUzI1NiJ9.<eyJzdWIiOiI{b40}>.<{w43}>",
  "encrypted JWT": "eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..<{w16}>.<{w80}>.<{w22}>",
  "refresh token": "v1.{w60}",
  "opaque token": "{w43}",
  "authorization code": "{w48}",
  "device code": "{w40}",
  "user code": "{U4}-{U4}{d3}",
  "login ticket": "{w32}",
  "express session": "s:{w32}.{b43}",
  "PHP session": "{l26}",
  "ASP.NET cookie": "CfDJ8{w120}",
  "Rails cookie": "{b80}--{h40}",
  "CSRF token": "{b64}",
  "SAML response": "PHNhbWxwOlJlc3BvbnNl{b200}",
  "NTLM message": "TlRMTVNTUAADAAAA{b60}",
  "Kerberos ticket": "YIIGhgYGKwYBBQUCoIIG{b80}",
  password: "Tr0ub4dor&{b9}",
  "TOTP seed": "{U32}",
  "recovery code": "{U5}-{d5}-{U5}",
  "backup codes": "{d4}-{d4}-{d4}-{d4}",
  "card number": "4{d15}",
  IBAN: "DE{d20}",
  "phone number": "+49151{d8}",
  "mail address": "{l9}.{l7}@people.example",
  "user ID": "auth0|{h24}",
  "national ID": "{d3}-{d2}-{d4}7",
  "IPv6 address": "2001:db8:{h4}:{h4}:{h4}:{h4}:{h4}:{h4}",
  position: "52.{d6},13.{d6}",
  "MongoDB address": "mongodb+srv://<{l8}>:<{b16}>@cluster.mongo.example",
  "Postgres address": "postgres://<{l8}>:<{b20}>@db.example:5432/orders",
  "magic link": "https://app.example/magic/<{w43}>",
  "reset link": "https://app.example/reset?t=<{w43}>",
  "invitation link": "https://app.example/invite/<{b12}>",
  "WebAuthn challenge": "{w43}",
  "webhook signature": "t={d10},v1=<{h64}>",
  "hash of a password": "$2b$12${b22}{b31}",
  passphrase: "wander copper lantern {l6} violet",
};

/** A planted secret. */
export interface Planted {
  kind: string;
  text: string;
  /** The parts that no export may contain. */
  secrets: readonly string[];
}

/** Makes a secret of a kind; the same of the same seed. */
export function makeSecret(kind: string, seed: number): Planted {
  const choices = createChoices(seed);
  const marked = (secretKinds[kind] ?? "").replaceAll(
    /\{(\w)(\d+)\}/gu,
    (_, alphabet: string, count: string) =>
      Array.from({ length: Number(count) }, () => choices.pick(alphabets[alphabet] ?? ["0"])).join(
        "",
      ),
  );
  const parts = Array.from(marked.matchAll(/<([^<>]*)>/gu), ([, part = ""]) => part);
  const text = marked.replaceAll(/[<>]/gu, "");
  return { kind, text, secrets: parts.length === 0 ? [text] : parts };
}
