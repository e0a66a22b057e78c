import { expect, test } from "vitest";
import { readHtmlText } from "../../../lib/platform/html-text.ts";

const read = (html: string) => readHtmlText(html).replaceAll(/\s+/g, " ").trim();

test("reads the visible text of a page", () => {
  const page =
    "<html><head><title>Oops</title><style>p{color:red}</style></head><body><h1>Unknown client</h1><p>The <b>application</b> is not registered.</p></body></html>";
  expect(read(page)).toBe("Unknown client The application is not registered.");
});

test("omits scripts, styles, templates and hidden elements", () => {
  expect(
    read(
      "<script>alert(1)</script><style>a{}</style><noscript>Turn it on</noscript><template>T</template><p hidden>H</p><svg><text>S</text></svg>ok",
    ),
  ).toBe("ok");
});

test("returns text, also for escaped markup", () => {
  expect(read("<p>&lt;img src=x onerror=alert(1)&gt; &amp; more</p>")).toBe(
    "<img src=x onerror=alert(1)> & more",
  );
});

test("reads a page that ends in the middle", () => {
  expect(read("<div><p>Half a")).toBe("Half a");
});
