import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type {
  SandboxBrowserModel,
  ShownPage,
} from "../../lib/models/sandbox/sandbox-browser-model.ts";
import type { TryListModel } from "../../lib/models/sandbox/try-list-model.ts";
import type { SubmittedForm } from "../../lib/sandbox/user-agent.ts";
import { EmptyState } from "../shared/EmptyState.tsx";
import { ErrorBoundary } from "../shared/ErrorBoundary.tsx";
import { Notice } from "../shared/Notice.tsx";
import { ThingsToTry } from "./ThingsToTry.tsx";
import "./sandbox-browser.css";

/** Reads a form of a shown page as a browser submits it. */
export type ReadForm = (
  form: HTMLFormElement,
  url: string,
  submitter: HTMLElement | null,
) => SubmittedForm;

type Model = InstanceType<typeof SandboxBrowserModel>;

/**
 * Shows the pages of the sandbox under a line with their address, as a browser does. Each page has
 * its own main landmark.
 */
export function SandboxBrowser(props: {
  model: Model;
  readForm: ReadForm;
  /** The things to try; missing in a login window. */
  tryList?: InstanceType<typeof TryListModel>;
  onClose: () => void;
}) {
  const { model } = props;
  const page = model.page.value;
  const notice = model.notice.value;
  const user = model.user.value;
  const title = page?.title ?? "Sandbox";
  // An error, or a page beyond the controls, is what the user has to see.
  const isHome = props.tryList !== undefined && !model.isAway.value;
  const isFolded = isHome && page !== undefined && page.status < 400;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    document.title = `${title} · Tenant Inspector sandbox`;
  }, [title]);
  return (
    <div class="sandbox-browser" aria-busy={model.isLoading.value}>
      <section class="bar" aria-label="Sandbox browser">
        <h1 class="unseen">Sandbox: {title}</h1>
        <span class="mark">sandbox</span>
        <output class="address mono" aria-label="Address">
          {page === undefined ? "" : withoutQuery(page.url)}
        </output>
        {model.isAway.value ? (
          <button type="button" class="button" onClick={() => void model.goHome()}>
            Back to the controls
          </button>
        ) : null}
        {page?.loginForm === undefined || user === undefined ? null : (
          <button type="button" class="button primary" onClick={() => void model.logIn()}>
            Log in as {user.username}
          </button>
        )}
        <span class="quiet">
          This page is part of the extension. Nothing that you enter is sent to the network.{" "}
          <a class="button link" href="/guide.html#first-minute" target="_blank" rel="noreferrer">
            Guide
          </a>
        </span>
      </section>
      {notice === undefined ? null : (
        <Notice
          severity={notice.isProblem ? "error" : "good"}
          help="sandbox"
          title={notice.isProblem ? "No response." : "Done."}
        >
          <span>{notice.text}</span>
          {notice.isProblem ? (
            <button type="button" class="button" onClick={() => void model.retry()}>
              Try again
            </button>
          ) : (
            <button type="button" class="button" onClick={props.onClose}>
              Close this window
            </button>
          )}
        </Notice>
      )}
      {props.tryList === undefined ? null : <ThingsToTry model={props.tryList} />}
      {page === undefined ? (
        notice === undefined ? (
          <EmptyState>Starting the sandbox…</EmptyState>
        ) : null
      ) : (
        <ErrorBoundary subject="This page">
          {isFolded ? (
            <EverythingElse isOpen={isOpen} onToggle={setOpen}>
              <HtmlPage page={page} model={model} readForm={props.readForm} />
            </EverythingElse>
          ) : (
            <HtmlPage page={page} model={model} readForm={props.readForm} />
          )}
        </ErrorBoundary>
      )}
    </div>
  );
}

/** Folds the controls of the sandbox, of which the list above has the most useful ones. */
function EverythingElse(props: {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ComponentChildren;
}) {
  return (
    <details
      class="everything-else"
      open={props.isOpen}
      onToggle={({ currentTarget }) => props.onToggle(currentTarget.open)}
    >
      <summary>Everything else</summary>
      {props.children}
    </details>
  );
}

/** Shows a page in a shadow tree: its styles end there, and its scripts are left out. */
function HtmlPage(props: { page: ShownPage; model: Model; readForm: ReadForm }) {
  const { page, model, readForm } = props;
  const host = useRef<HTMLDivElement>(null);
  /** True after the user has followed a link or submitted a form of the page. */
  const hasLeft = useRef(false);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [...page.styles, belowHeader].map(toStyleSheet);
    const body = readBody(page.html);
    root.replaceChildren(body);
    // A browser shows a new page from its top, and takes the attribute of the first page only.
    if (hasLeft.current) {
      element.focus();
      // The focus alone does not scroll to the top of a page that is partly in view.
      if (element.getBoundingClientRect().top < 0) element.scrollIntoView();
    }
    hasLeft.current = false;
    body.querySelector<HTMLElement>("[autofocus]")?.focus();
    const stop = new AbortController();
    const { signal } = stop;
    root.addEventListener(
      "submit",
      (event) => {
        event.preventDefault();
        if (!(event instanceof SubmitEvent) || !(event.target instanceof HTMLFormElement)) return;
        hasLeft.current = true;
        void model.submit(readForm(event.target, page.url, event.submitter));
      },
      { signal },
    );
    root.addEventListener(
      "click",
      (event) => {
        const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
        if (link === null) return;
        event.preventDefault();
        const url = URL.parse(link.getAttribute("href") ?? "", page.url);
        if (url === null) return;
        hasLeft.current = true;
        void model.open(url.href);
      },
      { signal },
    );
    return () => stop.abort();
  }, [page, model, readForm]);
  return <div class="page" ref={host} tabIndex={-1} />;
}

/** Returns the page's body without scripts: the extension's own policy would report each one. */
function readBody(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const script of body.querySelectorAll("script")) script.remove();
  return document.adoptNode(body);
}

/** A page fills the window below the header. Its own `100vh` would add the header's height. */
const belowHeader = "body { min-height: 0; }";

/** A shadow tree has no root element: its host takes that element's styles. */
function toStyleSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text.replaceAll(":root", ":host"));
  return sheet;
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
