import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { SeenRow } from "../../../lib/models/tokens/seen-rows.ts";
import type { SeenTokensModel } from "../../../lib/models/tokens/seen-tokens-model.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { Moment } from "../../shared/Moment.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { TwoStepButton } from "../../shared/TwoStepButton.tsx";
import { PageSearchNotice } from "./PageSearchNotice.tsx";
import { findTargetRow } from "../find-target-row.ts";
import { useMenuRequests, useRowMenu } from "../RowMenu.tsx";
import "./seen-tokens.css";

export interface SeenTokensProps {
  model: InstanceType<typeof SeenTokensModel>;
  /** Moves to the form of a login. */
  onRunLogin: () => void;
}

/** Lists the tokens of this browser session, and on request those of the inspected page. */
export function SeenTokens({ model, onRunLogin }: SeenTokensProps) {
  useEffect(() => {
    void model.load();
    return model.follow();
  }, [model]);
  // In a narrow panel the report is below this list, and would not be seen.
  const [isOpenAtFirst] = useState(() => !matchMedia("(max-width: 760px)").matches);
  const search = useRef<HTMLButtonElement>(null);
  const rows = model.rows.value;
  /** True after the last row was forgotten: the pressed button is gone. */
  const isEmptied = useRef(false);
  useLayoutEffect(() => {
    if (isEmptied.current && rows.length === 0) search.current?.focus();
    isEmptied.current = false;
  }, [rows.length]);
  const searchButton = (
    <button
      ref={search}
      type="button"
      class="button"
      aria-disabled={model.pageSearch.value.kind === "reading"}
      onClick={() => void model.searchPage()}
    >
      Read tokens from the page
    </button>
  );
  return (
    <details class="seen-tokens" open={isOpenAtFirst}>
      <summary>
        <h2 id="seen-tokens-heading">
          Seen tokens{rows.length === 0 ? null : ` (${rows.length})`}
        </h2>
      </summary>
      {model.failure.value === undefined ? null : (
        <Notice severity="error" help="tenant-inspector-itself" title="The list is not up to date.">
          <span>{model.failure.value.message}</span>
        </Notice>
      )}
      {rows.length === 0 ? (
        <EmptyState
          action={
            <div class="actions">
              <button type="button" class="button" onClick={onRunLogin}>
                Run a login
              </button>
              {searchButton}
            </div>
          }
        >
          {model.isPrivate.value
            ? "No tokens seen in this panel."
            : "No tokens seen in this browser session."}{" "}
          The tokens of runs and exchanges are listed here.
        </EmptyState>
      ) : (
        <>
          <Rows
            model={model}
            rows={rows}
            onEmpty={() => {
              isEmptied.current = true;
            }}
          />
          <div class="actions">
            {searchButton}
            <TwoStepButton
              label="Forget all…"
              confirmLabel="Yes, forget all"
              onConfirm={() => {
                isEmptied.current = true;
                void model.forgetAll();
              }}
            >
              This forgets all {rows.length} listed tokens, of all tenants. They stay valid at the
              tenant.
            </TwoStepButton>
          </div>
        </>
      )}
      <PageSearchNotice search={model.pageSearch.value} />
      <p class="quiet">{describeKeeping(model)}</p>
    </details>
  );
}

function describeKeeping(model: InstanceType<typeof SeenTokensModel>): string {
  const own = model.isPrivate.value
    ? "This window is private: its tokens are listed in this panel only, until it closes."
    : "Tokens are kept in memory until you forget them or close the browser.";
  return model.hasPageTokens.value && !model.isPrivate.value
    ? `${own} Those of the page are listed in this panel only, until it closes.`
    : own;
}

/** Lists the rows. One row is in the tab order, and the arrow keys move to the others. */
function Rows(props: {
  model: InstanceType<typeof SeenTokensModel>;
  rows: readonly SeenRow[];
  onEmpty: () => void;
}) {
  const { model, rows } = props;
  const list = useRef<HTMLUListElement>(null);
  const [activeId, setActiveId] = useState<string | undefined>(undefined);
  const wanted = useRef<string | undefined>(undefined);
  const active = rows.find(({ id }) => id === activeId) ?? rows[0];

  const focusRow = (id: string | undefined, button: number) => {
    const place = rows.findIndex((row) => row.id === id);
    list.current?.children[place]?.querySelectorAll("button")[button]?.focus();
  };
  // The row of the pressed button is gone: continue in the next one.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const id = wanted.current;
    wanted.current = undefined;
    focusRow(id, 0);
  });
  const forget = (id: string) => {
    const place = rows.findIndex((row) => row.id === id);
    const next = rows[place + 1] ?? rows[place - 1];
    wanted.current = next?.id;
    if (next === undefined) props.onEmpty();
    void model.forget(id);
  };
  const move = (event: KeyboardEvent) => {
    const at = rows.findIndex(({ id }) => id === active?.id);
    const target = findTargetRow(event, { at, count: rows.length });
    if (event.key === "Delete" && active !== undefined) forget(active.id);
    else if (target === undefined) return;
    const buttons = [...(list.current?.children[at]?.querySelectorAll("button") ?? [])];
    const button = buttons.findIndex((one) => one === event.target);
    focusRow(rows[target ?? -1]?.id, Math.max(0, button));
    event.preventDefault();
  };
  const actionsOf = (id: string): SeenActions => ({
    inspect: () => model.inspect(id),
    keep: () => model.keep(id),
    forget: () => forget(id),
  });
  const menu = useSeenMenu(
    list,
    () => focusRow(active?.id, 0),
    (place) => {
      const row = rows[place];
      if (row === undefined) return undefined;
      setActiveId(row.id);
      return { kind: row.kind, ...actionsOf(row.id) };
    },
  );
  return (
    <>
      <ul ref={list} class="seen-list" aria-labelledby="seen-tokens-heading">
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            isActive={row.id === active?.id}
            onFocus={() => setActiveId(row.id)}
            onKeyDown={move}
            actions={actionsOf(row.id)}
          />
        ))}
      </ul>
      {menu}
    </>
  );
}

/** Returns the menu of the rows. `take` returns what a row is and does. */
function useSeenMenu(
  list: { current: HTMLElement | null },
  focusBack: () => void,
  take: (place: number) => ({ kind: string } & SeenActions) | undefined,
): ComponentChildren {
  const menu = useRowMenu(focusBack);
  useMenuRequests(list, (event) => {
    const elements = [...(list.current?.children ?? [])];
    const place = elements.findIndex(
      (one) => event.target instanceof Node && one.contains(event.target),
    );
    const [row, taken] = [elements[place], take(place)];
    if (row === undefined || taken === undefined) return;
    menu.open({
      event,
      row,
      label: `Actions of ${taken.kind}`,
      actions: [
        { title: "Inspect", act: taken.inspect },
        { title: "Keep for comparison", act: taken.keep },
        { title: "Forget", act: taken.forget },
      ],
    });
  });
  return menu.view;
}

interface SeenActions {
  inspect: () => void;
  keep: () => void;
  forget: () => void;
}

function Row(props: {
  row: SeenRow;
  isActive: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  actions: SeenActions;
}) {
  const { actions } = props;
  const { kind, subject, issuer, life, source, at, isInspected } = props.row;
  const tabIndex = props.isActive ? 0 : -1;
  const name = `${kind}${subject === undefined ? "" : ` of ${subject}`}, ${source}`;
  return (
    <li class={isInspected ? "inspected" : undefined} onFocusCapture={props.onFocus}>
      <button
        type="button"
        class="seen-token"
        tabIndex={tabIndex}
        aria-current={isInspected ? "true" : undefined}
        onClick={actions.inspect}
        onKeyDown={props.onKeyDown}
      >
        <span class="unseen">Inspect </span>
        <strong>{kind}</strong> <span>{life}</span>{" "}
        {subject === undefined ? null : <span>{subject}</span>}{" "}
        {issuer === undefined ? null : <span class="quiet">{issuer}</span>}{" "}
        <span class="quiet">
          {source}, <Moment at={at} style="time-or-day" />
        </span>
      </button>
      <span class="seen-actions">
        <button
          type="button"
          class="button"
          tabIndex={tabIndex}
          aria-label={`Keep for comparison: ${name}`}
          onClick={actions.keep}
          onKeyDown={props.onKeyDown}
        >
          Keep
        </button>
        <button
          type="button"
          class="button"
          tabIndex={tabIndex}
          aria-label={`Forget ${name}`}
          onClick={actions.forget}
          onKeyDown={props.onKeyDown}
        >
          Forget
        </button>
      </span>
    </li>
  );
}
