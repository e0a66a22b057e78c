import { Component, type ComponentChildren } from "preact";
import { Notice } from "./Notice.tsx";

/**
 * Prevents a part that fails to render from blanking the whole page. `instead` replaces the notice
 * where a notice does not fit, such as in a list.
 */
export class ErrorBoundary extends Component<
  { what: string; children: ComponentChildren; instead?: ComponentChildren },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  override componentDidCatch(): void {
    this.setState({ hasFailed: true });
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    if (this.props.instead !== undefined) return this.props.instead;
    return (
      <Notice severity="error" title={`${this.props.what} could not be shown.`}>
        <span>The rest of the page still works. Stored data is unchanged.</span>
        <div class="actions">
          <button type="button" class="button" onClick={() => this.setState({ hasFailed: false })}>
            Retry
          </button>
        </div>
      </Notice>
    );
  }
}
