import { Component, type ErrorInfo, type ReactNode } from 'react';
import { CrashPage } from './CrashPage.tsx';

interface Props {
  children: ReactNode;
  /** When this changes, e.g. with the route, the children get another try. */
  resetKey?: string;
  /** Fills the page instead of the place of the children. */
  isFullPage?: boolean;
}
interface State {
  error: unknown;
  componentStack: string;
  hasFailed: boolean;
}

const WELL: State = { error: null, componentStack: '', hasFailed: false };

/** Keeps a failure while drawing from taking the page with it. */
export class ErrorBoundary extends Component<Props, State> {
  override state = WELL;

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, hasFailed: true };
  }

  override componentDidCatch(_error: unknown, info: ErrorInfo): void {
    this.setState({ componentStack: info.componentStack ?? '' });
  }

  override componentDidUpdate(previous: Props): void {
    if (this.state.hasFailed && previous.resetKey !== this.props.resetKey) this.setState(WELL);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <CrashPage
        details={describe(this.state.error, this.state.componentStack)}
        isFullPage={this.props.isFullPage ?? false}
      />
    );
  }
}

/** What a report needs: the error, where it was, and on which page. */
function describe(error: unknown, componentStack: string): string {
  const what = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  return [`Page: ${location.pathname}`, `Browser: ${navigator.userAgent}`, what, componentStack].join('\n');
}
