import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/screen-states.tsx';

/** A page that broke says so in Serbian and offers a fresh start. (React catches errors only in a class.) */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: Error) {
    reportError(error);
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Page>
        <div className="pt-13">
          <EmptyState title="Nešto nije u redu.">
            <p className="text-soft">Osvežite stranicu. Ako se ponovi, pozovite salon.</p>
            <Button onClick={() => window.location.reload()} className="mt-2">
              Osveži stranicu
            </Button>
          </EmptyState>
        </div>
      </Page>
    );
  }
}
