import type { Hiding } from "./hiding.ts";

/** A maker's keys: all begin with public letters, so that scanners of code find them. */
interface VendorKeys {
  maker: string;
  pattern: RegExp;
}

/**
 * The forms of keys as their makers publish them, for the scanners of code hosts ("Supported secret
 * scanning patterns" of GitHub, "Secret detection rules" of GitLab).
 */
const vendorKeys: readonly VendorKeys[] = [
  { maker: "Amazon Web Services", pattern: /^(?:AKIA|ASIA|ABIA|ACCA)[A-Z\d]{16}$/u },
  { maker: "Amazon Web Services session", pattern: /^(?:FwoGZXIv|IQoJb3Jp)[\w-]{40,}$/u },
  { maker: "Google", pattern: /^(?:AIza[\w-]{30,}|ya29\.[\w.-]{20,}|GOCSPX-[\w-]{20,})$/u },
  { maker: "GitHub", pattern: /^(?:gh[pousr]_\w{30,}|github_pat_\w{30,})$/u },
  { maker: "GitLab", pattern: /^gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas|imt)-[\w.-]{20,}$/u },
  { maker: "Slack", pattern: /^(?:xox[a-z]|xapp)-[\w.-]{20,}$/u },
  { maker: "Stripe", pattern: /^(?:(?:sk|rk)_(?:live|test)_\w{16,}|whsec_\w{20,})$/u },
  { maker: "Twilio", pattern: /^SK[\da-f]{32}$/u },
  { maker: "SendGrid", pattern: /^SG\.[\w-]{16,}\.[\w-]{30,}$/u },
  { maker: "Mailgun", pattern: /^(?:key-[\da-f]{32}|pubkey-[\da-f]{32})$/u },
  { maker: "Mailchimp", pattern: /^[\da-f]{32}-us\d{1,2}$/u },
  { maker: "Brevo", pattern: /^xkeysib-[\da-f]{64}-\w{16}$/u },
  { maker: "npm", pattern: /^npm_\w{30,}$/u },
  { maker: "PyPI", pattern: /^pypi-[\w-]{50,}$/u },
  { maker: "RubyGems", pattern: /^rubygems_[\da-f]{48}$/u },
  { maker: "NuGet", pattern: /^oy2[a-z\d]{43}$/u },
  { maker: "crates.io", pattern: /^cio\w{32}$/u },
  { maker: "Docker Hub", pattern: /^dckr_(?:pat|oat)_[\w-]{20,}$/u },
  { maker: "DigitalOcean", pattern: /^do[opr]_v1_[\da-f]{64}$/u },
  { maker: "Azure", pattern: /^\w{3}8Q~[\w.~-]{31,}$/u },
  { maker: "Vault", pattern: /^hv[sbr]\.[\w-]{20,}$/u },
  { maker: "Terraform", pattern: /^\w{14}\.atlasv1\.[\w-]{40,}$/u },
  { maker: "Doppler", pattern: /^dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{30,}$/u },
  { maker: "Shopify", pattern: /^shp(?:at|ca|pa|ss)_[\da-f]{32}$/u },
  { maker: "Square", pattern: /^(?:sq0[a-z]{3}-[\w-]{20,}|EAAA[\w-]{56,})$/u },
  { maker: "OpenAI", pattern: /^sk-(?:proj|svcacct|admin|None)-[\w-]{20,}$/u },
  { maker: "Anthropic", pattern: /^sk-ant-[\w-]{20,}$/u },
  { maker: "Hugging Face", pattern: /^hf_\w{30,}$/u },
  { maker: "New Relic", pattern: /^NR(?:AK|JS|RA|II)-\w{19,}$/u },
  { maker: "Sentry", pattern: /^sntry[su]_[\w=-]{40,}$/u },
  { maker: "Grafana", pattern: /^gl(?:sa|c)_[\w=-]{32,}$/u },
  { maker: "Linear", pattern: /^lin_(?:api|oauth)_\w{32,}$/u },
  { maker: "Notion", pattern: /^(?:secret|ntn)_\w{40,}$/u },
  { maker: "Figma", pattern: /^fig[dou]_[\w-]{40,}$/u },
  { maker: "Atlassian", pattern: /^ATATT3[\w=-]{100,}$/u },
  { maker: "Postman", pattern: /^PMAK-[\da-f]{24}-[\da-f]{34}$/u },
  { maker: "Databricks", pattern: /^dapi[\da-f]{32}(?:-\d)?$/u },
  { maker: "Supabase", pattern: /^sb(?:p|_secret)_[\w-]{20,}$/u },
  { maker: "PlanetScale", pattern: /^pscale_(?:tkn|pw|oauth)_[\w-]{32,}$/u },
];
const run = /[\w~=-]+(?:\.[\w~=-]+)*/gu;
const minKey = 18;

/** Replaces each key whose maker gives it a public beginning. */
export function redactVendorKeys(text: string, { hide }: Pick<Hiding, "hide">): string {
  if (text.length < minKey) return text;
  return text.replaceAll(run, (found) => {
    if (found.length < minKey) return found;
    // A name and an equals sign can precede the key, and belong to its alphabet.
    let end = found.length;
    while (end > 0 && found.charAt(end - 1) === "=") end -= 1;
    const start = found.lastIndexOf("=", end - 1) + 1;
    const key = found.slice(start);
    const isKey = vendorKeys.some(({ pattern }) => pattern.test(key));
    return isKey ? found.slice(0, start) + hide(key, "API key") : found;
  });
}
