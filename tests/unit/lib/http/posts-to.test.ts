import { expect, test } from "vitest";
import { postsTo } from "../../../../lib/http/posts-to.ts";

const address = "https://app.example/callback?a=1&b=2";

test.each([
  `<form method="post" action="https://app.example/callback?a=1&amp;b=2">`,
  `<form action='https://app.example/callback?a=1&b=2' method='post'>`,
  `<form action="https&#x3A;&#x2F;&#x2F;app.example&#47;callback?a&#x3D;1&#38;b=2">`,
])("finds the form to an address, however it is escaped: %s", (html) => {
  expect(postsTo(html, address)).toBe(true);
});

test.each([
  `<form action="https://app.example/callback?a=1&amp;b=2&amp;c=3">`,
  `<form action="https://app.example/callback">`,
  `<a>https://app.example/callback?a=1&b=2</a>`,
  "",
])("finds no form to another address, and none in a text: %s", (html) => {
  expect(postsTo(html, address)).toBe(false);
});
