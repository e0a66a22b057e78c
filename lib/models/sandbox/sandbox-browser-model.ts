import { computed, createModel, signal } from "@preact/signals";
import type { ReadPage } from "../../sandbox/page-facts.ts";
import type { SubmittedForm, UserAgent, Visit } from "../../sandbox/user-agent.ts";

/** The ports of the page that shows the sandbox. */
export interface SandboxBrowserPort {
  /** The URL of the page to which the user can always return; missing in a login window. */
  home?: string;
  agent: UserAgent;
  readPage: ReadPage;
  /** Returns the user of the button that logs in. */
  readUser(): Promise<SandboxUser | undefined>;
  /** Takes the URL of another origin at which the way ended. */
  arrive(url: string): Promise<void>;
  /** Returns the sentence of an error that says that the sandbox was removed. */
  readRemoval(error: unknown): string | undefined;
}

/** A page, as the view renders it. */
export interface ShownPage {
  url: string;
  status: number;
  title: string;
  html: string;
  /** The text of its style sheets. */
  styles: readonly string[];
  /** The page's form, if it asks for a name and a password. */
  loginForm?: SubmittedForm;
}

/** A user of the sandbox. Their password is no secret. */
export interface SandboxUser {
  username: string;
  password: string;
}

/** A small browser for the pages of the sandbox: it runs none of their scripts. */
export const SandboxBrowserModel = createModel((port: SandboxBrowserPort) => {
  const page = signal<ShownPage | undefined>(undefined);
  const isLoading = signal(false);
  /** A sentence about a failure, or about the end of the way. */
  const notice = signal<{ isProblem: boolean; text: string } | undefined>(undefined);
  const user = signal<SandboxUser | undefined>(undefined);
  /** The way to the shown page, for “Try again”. */
  let last: () => Promise<Visit> = () => Promise.reject(new Error("Nothing was opened."));
  /** The page to open after the one that is loading. */
  let following: string | undefined;
  /** The text of each style sheet, which does not change while the page is open. */
  const sheets = new Map<string, string>();

  async function readStyles(urls: readonly string[]): Promise<string[]> {
    const texts: string[] = [];
    for (const url of urls) {
      const known = sheets.get(url);
      const visit = known === undefined ? await port.agent.open(url) : undefined;
      const text = known ?? (visit?.kind === "page" ? visit.html : "");
      sheets.set(url, text);
      texts.push(text);
    }
    return texts;
  }

  async function show(visit: Visit): Promise<void> {
    if (visit.kind === "left") {
      await port.arrive(visit.url);
      notice.value = { isProblem: false, text: describeEnd(visit.url) };
      return;
    }
    const { title, styles, task, form } = port.readPage(visit.html, visit.url);
    if (task?.task === "submit" && form !== undefined) {
      await show(await port.agent.submit(form));
      return;
    }
    const texts = await readStyles(styles);
    // Without a user there is no button: the form works all the same.
    if (isLogin(form)) user.value ??= await port.readUser().catch(() => undefined);
    page.value = {
      url: visit.url,
      status: visit.status,
      title,
      html: visit.html,
      styles: texts,
      ...(isLogin(form) && { loginForm: form }),
    };
  }

  async function follow(way: () => Promise<Visit>): Promise<void> {
    if (isLoading.peek()) return;
    isLoading.value = true;
    notice.value = undefined;
    last = way;
    try {
      await show(await way());
    } catch (error) {
      notice.value = {
        isProblem: true,
        text:
          port.readRemoval(error) ??
          "The sandbox did not respond. Try again; if this continues, close this window and start again.",
      };
    } finally {
      isLoading.value = false;
    }
    const url = following;
    following = undefined;
    if (url !== undefined) await follow(() => port.agent.open(url));
  }

  return {
    /** True if the shown page is not the one to which the user can return. */
    isAway: computed(() => port.home !== undefined && (page.value?.url ?? port.home) !== port.home),
    /** Returns to that page. */
    goHome: (): Promise<void> => {
      const { home } = port;
      return home === undefined ? Promise.resolve() : follow(() => port.agent.open(home));
    },
    page,
    isLoading,
    notice,
    /** Opens a page; while another one is loading, after it. */
    async open(url: string): Promise<void> {
      if (isLoading.peek()) following = url;
      else await follow(() => port.agent.open(url));
    },
    submit: (form: SubmittedForm): Promise<void> => follow(() => port.agent.submit(form)),
    /** The user of the button that logs in; undefined until it is known. */
    user,
    /** Logs in at the shown page. */
    logIn(): Promise<void> {
      const form = page.peek()?.loginForm;
      const known = user.peek();
      if (form === undefined || known === undefined) return Promise.resolve();
      const given = new Map(Object.entries(known));
      const fields = form.fields.map(([name, value]) => [name, given.get(name) ?? value] as const);
      return follow(() => port.agent.submit({ ...form, fields }));
    },
    retry: (): Promise<void> => follow(last),
  };
});

function isLogin(form: SubmittedForm | undefined): form is SubmittedForm {
  const names = form?.fields.map(([name]) => name) ?? [];
  return names.includes("username") && names.includes("password");
}

/** Describes the end without the query and the fragment, which can have a code or tokens. */
function describeEnd(url: string): string {
  const { origin, pathname } = new URL(url);
  const place = origin === "null" ? "another address" : `${origin}${pathname}`;
  return `The sandbox sent the browser to ${place}. You can close this window.`;
}
