import * as z from "zod/mini";
import type { PageFacts, PageTask } from "../sandbox/page-facts.ts";
import type { SubmittedForm } from "../sandbox/user-agent.ts";

/**
 * Creates the function that reads an HTML page. The document is inert: it runs no script and loads
 * no resource (HTML Standard, section 8.5.1).
 *
 * @param taskSchema parses the JSON of the page's task
 */
export function createPageReader(
  taskSchema: z.ZodMiniType<PageTask>,
): (html: string, url: string) => PageFacts {
  return (html, url) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const [form] = page.forms;
    const task = readTask(page, taskSchema);
    return {
      title: page.title,
      styles: [...page.querySelectorAll("link[rel=stylesheet][href]")].flatMap((link) =>
        resolve(link.getAttribute("href"), url),
      ),
      ...(task !== undefined && { task }),
      ...(form !== undefined && { form: readForm(form, url) }),
    };
  };
}

/**
 * Returns a form as a browser submits it: with its fields in their order, and the button that the
 * user pressed.
 *
 * @param url the URL of the form's page
 */
export function readForm(
  form: HTMLFormElement,
  url: string,
  submitter?: HTMLElement | null,
): SubmittedForm {
  const fields = [...new FormData(form, submitter)].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  const [action = url] = resolve(form.getAttribute("action"), url);
  return { action, method: form.method.toLowerCase() === "post" ? "POST" : "GET", fields };
}

function readTask(page: Document, schema: z.ZodMiniType<PageTask>): PageTask | undefined {
  const text = page.querySelector("script[type='application/json']#task")?.textContent ?? "";
  if (text === "") return undefined;
  try {
    return z.safeParse(schema, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function resolve(reference: string | null, base: string): string[] {
  const url = reference === null ? null : URL.parse(reference, base);
  return url === null ? [] : [url.href];
}
