import { expect, test } from "vitest";
import { Findings } from "../../../../../components/panel/tokens/Findings.tsx";
import { find, show, words } from "../../show.ts";

const hostile = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;

test("shows the severity, evidence, reason and remedy of a finding", async () => {
  const place = await show(
    <Findings
      title="Other findings"
      findings={[
        {
          id: "alg-none",
          severity: "error",
          title: "Signed with HS256",
          seen: "alg HS256",
          why: "Refused.",
          remedy: "Use RS256.",
          source: "OIDC Core",
          libraryError: "invalid_token",
        },
      ]}
    />,
  );
  expect(words(find(place, "h2"))).toBe("Other findings (1)");
  expect(words(find(place, "h3"))).toContain("Signed with HS256error invalid_token");
  expect([...place.querySelectorAll("dd")].map(words)).toEqual([
    "alg HS256",
    "Refused.",
    "Use RS256.",
    "OIDC Core",
  ]);
});

test("shows markup of a token as text", async () => {
  const finding = {
    id: "expired",
    severity: "warning",
    title: hostile,
    seen: hostile,
    why: hostile,
    remedy: hostile,
    source: hostile,
  } as const;
  const place = await show(<Findings title="Other findings" findings={[finding]} />);
  expect(place.querySelector("img, script")).toBeNull();
  expect([...place.querySelectorAll("dd")].map(words)).toEqual(Array(4).fill(hostile));
});

test("shows no heading and no empty list without other findings", async () => {
  const place = await show(<Findings title="Other findings" findings={[]} />);
  expect(words(place)).toBe("");
});
